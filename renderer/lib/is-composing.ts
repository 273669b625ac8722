/** True for keys that an input method takes: they mean nothing to a form or a dialog. */
export function isComposing(event: {
  readonly isComposing: boolean;
  readonly keyCode: number;
}): boolean {
  // Some input methods end a composition before the key that ended it arrives; 229 is all that tells.
  return event.isComposing || event.keyCode === 229;
}
