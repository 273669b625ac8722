/** How long a question must have been seen before it can be accepted, in ms. */
const MIN_SEEN_MS = 400;
/** How long ago the person's key press or click may be, in ms. */
const MAX_GESTURE_AGE_MS = 1_000;

/** What main knows at the moment an accepting answer arrives; times are epoch ms. */
export interface AcceptCircumstances {
  readonly shownAt: number;
  readonly now: number;
  /** Last trusted input event in the consent view. */
  readonly lastInputAt: number;
}

/** True when a person can have read the question and has just pressed something in it (SE-5). */
export function isAcceptable({ shownAt, now, lastInputAt }: AcceptCircumstances): boolean {
  const isSeen = now - shownAt >= MIN_SEEN_MS;
  const isPressedSince = lastInputAt - shownAt >= MIN_SEEN_MS;
  const age = now - lastInputAt;
  return isSeen && isPressedSince && age >= 0 && age <= MAX_GESTURE_AGE_MS;
}
