import { readFile, rm } from 'node:fs/promises';
import { CREDENTIAL_FILE_VARIABLE, credentialPayload } from '../../../../shared/agent/frames.ts';
import type { CredentialPayload } from '../../../../shared/agent/frames.ts';

/** A credential file cannot be used. The message holds nothing of its content. */
export class CredentialFileError extends Error {
  override readonly name = 'CredentialFileError';
}

/** Takes the credentials that come apart from the frames (RT-5): in files that are unlinked when they are read, or in messages. */
export class CredentialIntake {
  readonly #file: string | undefined;
  #payload: CredentialPayload = { servers: {} };
  #reading: Promise<void> | undefined;
  /** Came by message and was not used yet. */
  #unused: CredentialPayload | undefined;

  /** Takes the variable out of `environment`, so that no child inherits it. */
  constructor(environment: Record<string, string | undefined>) {
    this.#file = environment[CREDENTIAL_FILE_VARIABLE];
    Reflect.deleteProperty(environment, CREDENTIAL_FILE_VARIABLE);
  }

  /** One message; it replaces the one before. */
  deliver(payload: CredentialPayload): void {
    this.#payload = payload;
    this.#unused = payload;
  }

  /** What was handed over at the start; nothing when nothing was. Rejects with `CredentialFileError`. */
  async take(): Promise<CredentialPayload> {
    this.#unused = undefined;
    this.#reading ??= this.#file === undefined ? Promise.resolve() : this.#readFirst(this.#file);
    await this.#reading;
    return this.#payload;
  }

  /**
   * The renewal for a request: from the file that the request names, or the message that came before it; undefined when
   * neither is there. To be called as the request comes in, before another one's message can. Rejects with `CredentialFileError`.
   */
  async takeRenewal(file: string | undefined): Promise<CredentialPayload | undefined> {
    const unused = this.#unused;
    this.#unused = undefined;
    if (file === undefined) return unused;
    const text = await readOnce(file);
    if (text === undefined)
      throw new CredentialFileError('The renewed credentials of the host are not there.');
    return parse(text);
  }

  async #readFirst(path: string): Promise<void> {
    const text = await readOnce(path);
    // Without the file the host had nothing to hand over.
    if (text !== undefined) this.#payload = parse(text);
  }
}

/** Reads a file and unlinks it, whatever it holds; undefined when there is none. */
async function readOnce(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new CredentialFileError('The credentials of the host could not be read.');
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
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
