import { ModelRequestError } from './model-contract.ts';
import type { CreateModelOptions } from './model-contract.ts';
import { wordsOfBody } from './provider-errors.ts';

/** How much of a web page is read, and shown of its words, in characters. */
const PAGE_READ = 16_000;
const PAGE_WORDS = 300;

/**
 * The fetch of a provider. A key never follows a redirect to another address, and a web page in place of an answer (a proxy, a
 * sign-in, a wrong path) is said as what it is. Rejects with `ModelRequestError` for both.
 */
export function providerFetch({
  provider: { label },
  fetch = globalThis.fetch,
}: Pick<CreateModelOptions, 'provider' | 'fetch'>): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw refused(
        label,
        status,
        `${label} redirects to another address (status ${String(status)}), and keys and prompts are not sent on. Enter the address itself.`,
      );
    }
    if (response.ok && headers.get('content-type')?.startsWith('text/html') === true) {
      const words = (wordsOfBody(await beginning(response)) ?? '').slice(0, PAGE_WORDS);
      throw refused(
        label,
        status,
        `${label} answered with a web page and not as a model service does. Check its address. The page says: ${words}`,
      );
    }
    return response;
  };
}

/** A page may never end. */
async function beginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const chunks = (response.body ?? []) as AsyncIterable<Uint8Array>;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > PAGE_READ) break;
  }
  return text;
}

function refused(provider: string, status: number, message: string): ModelRequestError {
  return new ModelRequestError(message, { provider, status, retryable: false });
}
