import { useRef, useState } from 'react';
import { MOST_ATTACHMENTS } from '../../../../shared/agent/attachment-limit.ts';
import type { MessageAttachment } from '../../../../shared/ipc/routes/sessions.ts';
import { joinAttachments, readAttachment } from './read-attachment.ts';

/** Kept while the window is open, so that another session may be looked at meanwhile. */
const kept = new Map<string, readonly MessageAttachment[]>();

/** What goes with the next message of a session. */
export interface Attached {
  readonly attachments: readonly MessageAttachment[];
  /** Why something was left out. */
  readonly reasons: readonly string[];
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (index: number) => void;
  /** Takes everything, to send it. */
  readonly take: () => readonly MessageAttachment[];
  /** Puts back what was not sent. */
  readonly putBack: (attachments: readonly MessageAttachment[]) => void;
  readonly dismiss: () => void;
}

export function useAttachments(draftKey: string): Attached {
  const [attachments, setAttachments] = useState(() => kept.get(draftKey) ?? []);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const latest = useRef(attachments);
  const set = (next: readonly MessageAttachment[]) => {
    latest.current = next;
    if (next.length === 0) kept.delete(draftKey);
    else kept.set(draftKey, next);
    setAttachments(next);
  };
  return {
    attachments,
    reasons,
    add: async (files) => {
      const read = await Promise.all(files.map(readAttachment));
      const joined = joinAttachments(latest.current, read, MOST_ATTACHMENTS);
      set(joined.attachments);
      setReasons(joined.reasons);
    },
    remove: (index) => set(latest.current.filter((_, place) => place !== index)),
    take: () => {
      const taken = latest.current;
      set([]);
      setReasons([]);
      return taken;
    },
    putBack: (back) => set([...back, ...latest.current]),
    dismiss: () => setReasons([]),
  };
}
