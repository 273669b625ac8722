import { useEffect, useState, useSyncExternalStore } from 'react';
import { MOST_ATTACHMENTS } from '../../../../shared/agent/attachment-limit.ts';
import type { MessageAttachment } from '../../../../shared/ipc/routes/sessions.ts';
import { composerTexts } from '../../../../shared/texts/en/composer.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import type { Ipc } from '../../../lib/ipc.ts';
import { joinAttachments, readAttachment, type ReadAttachment } from './read-attachment.ts';

/** What this window knows; main keeps it over restarts. */
const kept = new Map<string, readonly MessageAttachment[]>();
const none: readonly MessageAttachment[] = [];
const listeners = new Set<() => void>();
/** What was or is asked of main, by the key of the draft. */
const restoring = new Map<string, Promise<void>>();

/** What goes with the next message of a session. */
export interface Attached {
  readonly attachments: readonly MessageAttachment[];
  /** Why something was left out. */
  readonly reasons: readonly string[];
  readonly add: (files: readonly File[]) => Promise<void>;
  /** Adds what main read, in place of what has the same name; `notes` say what was left out. */
  readonly put: (attachments: readonly MessageAttachment[], notes: readonly string[]) => void;
  readonly remove: (index: number) => void;
  /** Takes everything, to send it. Main forgets it with `sent`, or it is put back. */
  readonly take: () => readonly MessageAttachment[];
  readonly sent: () => void;
  /** Puts back what was not sent. */
  readonly putBack: (attachments: readonly MessageAttachment[]) => void;
  readonly dismiss: () => void;
}

export function useAttachments(draftKey: string): Attached {
  const ipc = useIpc();
  const attachments = useSyncExternalStore(subscribe, () => kept.get(draftKey) ?? none);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const latest = () => kept.get(draftKey) ?? none;
  const keep = () => {
    const files = [...latest()];
    ipc.call('composer.keepDraftFiles', { key: draftKey, attachments: files }).catch(() => {
      if (files.length > 0) setReasons((before) => [...before, composerTexts.draftNotKept]);
    });
  };
  const set = (next: readonly MessageAttachment[]) => {
    hold(draftKey, next);
    keep();
  };
  useEffect(() => {
    void restore(ipc, draftKey);
  }, [ipc, draftKey]);
  const join = (
    read: readonly ReadAttachment[],
    notes: readonly string[] = [],
    before: readonly MessageAttachment[] = latest(),
  ) => {
    const joined = joinAttachments(before, read, MOST_ATTACHMENTS);
    if (read.some((one) => 'attachment' in one)) set(joined.attachments);
    setReasons([...joined.reasons, ...notes]);
  };
  return {
    attachments,
    reasons,
    add: async (files) => join(await Promise.all(files.map(readAttachment))),
    put: (read, notes) => {
      const names = new Set(read.flatMap(({ name }) => name ?? []));
      join(
        read.map((attachment) => ({ attachment })),
        notes,
        latest().filter(({ name }) => name === undefined || !names.has(name)),
      );
    },
    remove: (index) => set(latest().filter((_, place) => place !== index)),
    take: () => {
      const taken = latest();
      hold(draftKey, none);
      setReasons([]);
      return taken;
    },
    sent: keep,
    putBack: (back) => set([...back, ...latest()]),
    dismiss: () => setReasons([]),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Holds what goes with the next message, for all who show it. */
function hold(draftKey: string, attachments: readonly MessageAttachment[]): void {
  kept.set(draftKey, attachments);
  for (const listener of listeners) listener();
}

/** Asks main once in the life of the window for what an earlier one left. What was attached meanwhile stays. */
function restore(ipc: Ipc, draftKey: string): Promise<void> {
  const asked = restoring.get(draftKey);
  if (asked !== undefined) return asked;
  const asking = ipc.call('composer.draftFiles', { key: draftKey }).then(
    ({ attachments }) => {
      hold(draftKey, [...attachments, ...(kept.get(draftKey) ?? none)]);
    },
    () => {
      // It is asked again when the session is opened again.
      restoring.delete(draftKey);
    },
  );
  restoring.set(draftKey, asking);
  return asking;
}
