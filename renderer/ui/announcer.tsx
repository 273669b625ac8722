import { create } from 'zustand';

interface Announcements {
  readonly polite: string;
  readonly assertive: string;
}

const useAnnouncements = create<Announcements>(() => ({ polite: '', assertive: '' }));

/** Says a sentence to screen readers; `assertive` interrupts. Saying the same again is heard again. */
export function announce(sentence: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  useAnnouncements.setState((state) => ({
    // A trailing no-break space makes a repeated sentence a change.
    [urgency]: state[urgency] === sentence ? `${sentence}\u00a0` : sentence,
  }));
}

/** The live regions; put once into the window. */
export function Announcer() {
  const { polite, assertive } = useAnnouncements();
  return (
    <div className="sr-only">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  );
}
