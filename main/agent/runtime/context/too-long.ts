import { ModelRequestError } from '../model/model-contract.ts';

const WORDS =
  /prompt is too long|context[ _-]?(length|window|size)|maximum context|too many tokens|exceeds? .{0,40}tokens|input is too long/i;

/** A provider refused a request because it held more than the model takes. */
export function isTooLong(failure: unknown): boolean {
  if (!(failure instanceof ModelRequestError)) return false;
  const { status, message, body } = failure;
  return status === 413 || (status === 400 && WORDS.test(`${message} ${body ?? ''}`));
}
