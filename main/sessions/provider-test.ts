import type { ProviderTest } from '../../shared/ipc/routes/providers.ts';
import { parsedJson, presentable, readRawAnswer } from './model-answer.ts';
import type { AnswerTools } from './model-answer.ts';
import { modelRequest } from './model-http.ts';
import type { ModelAddress } from './model-http.ts';
import { questionBody, readAnswer } from './model-question.ts';
import type { ModelQuestion } from './model-question.ts';

/** How long an answer may take, in ms. */
export const PROVIDER_TEST_LIMIT_MS = 30_000;
const MOST_BYTES = 1_000_000;
const QUESTION = 'Answer with the one word: ready';

export interface ProviderTestRequest extends ModelAddress {
  readonly model: string;
}

/**
 * Asks a provider one small question and gives its real answer: the text, or the body of its error as it came, bounded,
 * without the key. Never rejects; ends after 30 s.
 */
export async function testProvider(
  request: ProviderTestRequest,
  tools: AnswerTools,
): Promise<ProviderTest> {
  const { kind, model, apiKey } = request;
  const started = tools.clock.now();
  const finished = (
    result: Omit<ProviderTest, 'durationMs' | 'answer'>,
    answer: string,
  ): ProviderTest => ({
    ...result,
    answer: presentable(answer, apiKey),
    durationMs: tools.clock.now() - started,
  });
  const body = questionBody(kind, model, small(kind));
  const raw = await readRawAnswer(
    (signal) => modelRequest(request, model, body, signal),
    { ms: PROVIDER_TEST_LIMIT_MS, bytes: MOST_BYTES },
    tools,
  );
  if ('reason' in raw) return finished({ ok: false }, raw.reason);
  const { status } = raw;
  if (!raw.isGood)
    return finished({ ok: false, status }, raw.body || `Status ${String(status)} without a body.`);
  const answer = readAnswer(parsedJson(raw.body));
  if (!answer)
    return finished({ ok: false, status }, `The answer is not one of this protocol: ${raw.body}`);
  const { text, inputTokens, outputTokens } = answer;
  const used = {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
  // An answer that only thought is still one.
  return finished({ ok: true, status, ...used }, text || '(an answer without text)');
}

function small(kind: ModelAddress['kind']): ModelQuestion {
  return {
    systemPrompt: '',
    messages: [{ role: 'user', text: QUESTION, pictures: [] }],
    // Models that think before they speak need more room than one word; this protocol asks for a number.
    maxTokens: kind === 'anthropic' ? 64 : undefined,
    temperature: undefined,
    stopSequences: [],
  };
}
