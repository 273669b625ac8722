import { readFile, rm } from 'node:fs/promises';
import { CREDENTIAL_FILE_VARIABLE, credentialPayload } from '../../../../shared/agent/frames.ts';
import type { CredentialPayload } from '../../../../shared/agent/frames.ts';

/** The credential file is there and cannot be used. The message holds nothing of its content. */
export class CredentialFileError extends Error {
  override readonly name = 'CredentialFileError';
}

/** Takes the credentials that come apart from the frames (RT-5): one file, named by an environment variable, or one message. */
export class CredentialIntake {
  readonly #file: string | undefined;
  #payload: CredentialPayload = { servers: {} };
  #reading: Promise<void> | undefined;

  /** Takes the variable out of `environment`, so that no child inherits it. */
  constructor(environment: Record<string, string | undefined>) {
    this.#file = environment[CREDENTIAL_FILE_VARIABLE];
    Reflect.deleteProperty(environment, CREDENTIAL_FILE_VARIABLE);
  }

  deliver(payload: CredentialPayload): void {
    this.#payload = payload;
  }

  /** What was delivered; nothing when nothing was. The file is read once and unlinked at once. Rejects with `CredentialFileError`. */
  async take(): Promise<CredentialPayload> {
    this.#reading ??= this.#file === undefined ? Promise.resolve() : this.#read(this.#file);
    await this.#reading;
    return this.#payload;
  }

  async #read(path: string): Promise<void> {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      // The host had nothing to hand over.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      throw new CredentialFileError('The credentials of the host could not be read.');
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
    this.#payload = parse(text);
  }
}

function parse(text: string): CredentialPayload {
  try {
    const parsed = credentialPayload.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Falls through: the parser's message would quote the content.
  }
  throw new CredentialFileError('The credentials of the host are not in the agreed form.');
}
