/** What is known of a message's sender, taken from Electron's event. */
export interface Sender {
  /** Id of the window whose own page sent it; undefined when the contents belong to no window of ours. */
  readonly windowId: number | undefined;
  /** True for the top frame of its contents. */
  readonly isMainFrame: boolean;
  /** Address of the sending frame. */
  readonly url: string;
}

/**
 * True when a call came from the top frame of one of our windows, served from exactly our origin.
 * Origins are compared whole: custom schemes have the opaque `URL.origin` "null", so scheme and host are compared.
 */
export function isAllowedSender(sender: Sender, origin: string): boolean {
  if (sender.windowId === undefined || !sender.isMainFrame) return false;
  if (!URL.canParse(sender.url)) return false;
  const url = new URL(sender.url);
  return `${url.protocol}//${url.host}` === origin && url.username === '' && url.password === '';
}
