import { useCallback, useEffect, useState } from 'react';
import type { ProfileData } from '../../../../shared/ipc/routes/data.ts';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';

export interface KeptData {
  /** Absent until it was read. */
  readonly data: ProfileData | undefined;
  readonly error: ReadableError | undefined;
  readonly read: () => void;
}

/** What is kept, measured when it is shown and after each change. */
export function useProfileData(): KeptData {
  const ipc = useIpc();
  const [data, setData] = useState<ProfileData | undefined>(undefined);
  const load = useAction(async () => setData(await ipc.call('data.measure')));
  const { run, error } = load;
  const read = useCallback(() => void run(), [run]);
  useEffect(read, [read]);
  return { data, error, read };
}
