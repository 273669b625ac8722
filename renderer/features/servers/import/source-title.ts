import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';

const words = serverSetupTexts.import;

/** What a source is called. */
export function sourceTitle({ app, label }: Pick<ImportSource, 'app' | 'label'>): string {
  return label === '' ? words.apps[app] : label;
}

/** Apps without a file share one line. */
export function absentSource(absent: readonly ImportSource[]): readonly ImportSource[] {
  if (absent.length === 0) return [];
  return [{ app: 'file', label: absent.map(sourceTitle).join(', '), files: [], troubles: [] }];
}
