import type { Writable } from 'node:stream';
import { assertNever } from '../../../../shared/lib/assert-never.ts';
import type { SDKMessage, SDKResultMessage } from '../../../../shared/agent/messages.ts';
import type { OutputFormat } from './command-options.ts';

/** Prints a session in one of the output formats. Answers go to `output`, everything else to `notices`. */
export class CommandOutput {
  readonly #format: OutputFormat;
  readonly #output: Writable;
  readonly #notices: Writable;

  constructor(format: OutputFormat, output: Writable, notices: Writable) {
    this.#format = format;
    this.#output = output;
    this.#notices = notices;
  }

  notice(sentence: string): void {
    this.#notices.write(`${sentence}\n`);
  }

  message(message: SDKMessage): void {
    if (this.#format === 'stream-json') {
      this.#output.write(`${JSON.stringify(message)}\n`);
      return;
    }
    if (message.type !== 'system') return;
    if (message.subtype === 'permission_denied')
      this.notice(`Denied: ${message.tool_name}. ${message.reason}`);
    else if (message.subtype === 'api_retry')
      this.notice(
        `Trying again in ${String(Math.ceil(message.delay_ms / 1000))} s: ${message.reason}`,
      );
    else if (message.subtype === 'transcript_repaired') this.notice(message.what);
    else if (message.subtype === 'tools_changed')
      for (const tool of message.left_out) this.notice(`Left out: ${tool.name}. ${tool.reason}`);
    else if (message.subtype === 'init')
      for (const server of message.mcp_servers)
        if (server.error !== undefined) this.notice(server.error);
  }

  /** Prints what the format wants at the end. Resolves when it is handed over. */
  async result(result: SDKResultMessage): Promise<void> {
    switch (this.#format) {
      case 'text':
        for (const error of result.errors) this.notice(error);
        if (result.result !== undefined) await this.#write(`${result.result}\n`);
        break;
      case 'json':
        await this.#write(`${JSON.stringify(result)}\n`);
        break;
      case 'stream-json':
        await this.#write('');
        break;
      default:
        assertNever(this.#format, 'output format');
    }
  }

  #write(text: string): Promise<void> {
    return new Promise((resolve) => {
      // A reader that went away, such as `head`, is no failure of the turn.
      this.#output.write(text, () => {
        resolve();
      });
    });
  }
}
