/** An error answer to a request of the server. */
export class RpcFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** A message that belongs to no request. */
export class StrayMessage extends Error {
  override readonly name = 'StrayMessage';
}
