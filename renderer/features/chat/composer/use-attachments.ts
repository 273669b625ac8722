import { useEffect, useRef, useState } from 'react';
import { MOST_ATTACHMENTS } from '../../../../shared/agent/attachment-limit.ts';
import type { MessageAttachment } from '../../../../shared/ipc/routes/sessions.ts';
import { composerTexts } from '../../../../shared/texts/en/composer.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import type { Ipc } from '../../../lib/ipc.ts';
import { joinAttachments, readAttachment, type ReadAttachment } from './read-attachment.ts';

/** What this window knows; main keeps it over restarts. */
const kept = new Map<string, readonly MessageAttachment[]>();
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
  const [attachments, setAttachments] = useState(() => kept.get(draftKey) ?? []);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const latest = useRef(attachments);
  const show = (next: readonly MessageAttachment[]) => {
    latest.current = next;
    kept.set(draftKey, next);
    setAttachments(next);
  };
  const keep = () => {
    const files = [...latest.current];
    ipc.call('composer.keepDraftFiles', { key: draftKey, attachments: files }).catch(() => {
      if (files.length > 0) setReasons((before) => [...before, composerTexts.draftNotKept]);
    });
  };
  const set = (next: readonly MessageAttachment[]) => {
    show(next);
    keep();
  };
  useEffect(() => {
    let isHere = true;
    void restore(ipc, draftKey).then(() => {
      if (!isHere) return;
      latest.current = kept.get(draftKey) ?? [];
      setAttachments(latest.current);
    });
    return () => {
      isHere = false;
    };
  }, [ipc, draftKey]);
  const join = (read: readonly ReadAttachment[], notes: readonly string[] = []) => {
    const joined = joinAttachments(latest.current, read, MOST_ATTACHMENTS);
    if (read.some((one) => 'attachment' in one)) set(joined.attachments);
    setReasons([...joined.reasons, ...notes]);
  };
  return {
    attachments,
    reasons,
    add: async (files) => join(await Promise.all(files.map(readAttachment))),
    put: (read, notes) => {
      const names = new Set(read.flatMap(({ name }) => name ?? []));
      latest.current = latest.current.filter(({ name }) => name === undefined || !names.has(name));
      join(
        read.map((attachment) => ({ attachment })),
        notes,
      );
    },
    remove: (index) => set(latest.current.filter((_, place) => place !== index)),
    take: () => {
      const taken = latest.current;
      show([]);
      setReasons([]);
      return taken;
    },
    sent: keep,
    putBack: (back) => set([...back, ...latest.current]),
    dismiss: () => setReasons([]),
  };
}

/** Asks main once in the life of the window for what an earlier one left. What was attached meanwhile stays. */
function restore(ipc: Ipc, draftKey: string): Promise<void> {
  const asked = restoring.get(draftKey);
  if (asked !== undefined) return asked;
  const asking = ipc.call('composer.draftFiles', { key: draftKey }).then(
    ({ attachments }) => {
      kept.set(draftKey, [...attachments, ...(kept.get(draftKey) ?? [])]);
    },
    () => {
      // It is asked again when the session is opened again.
      restoring.delete(draftKey);
    },
  );
  restoring.set(draftKey, asking);
  return asking;
}
