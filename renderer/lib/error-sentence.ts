import { messageOf } from '../../shared/lib/errors.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { CallError } from './ipc.ts';

/** What a person reads of anything thrown: a sentence of the catalogue, and the real text behind it. */
export interface ReadableError {
  readonly sentence: string;
  readonly details: string;
}

export function readableError(thrown: unknown): ReadableError {
  if (thrown instanceof CallError) {
    return {
      sentence: text.errors[thrown.code],
      details: `${thrown.message} (${thrown.code}, ${thrown.route})`,
    };
  }
  return { sentence: text.failures.unexpected, details: messageOf(thrown) };
}
