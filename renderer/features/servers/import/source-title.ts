import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import { text } from '../../../../shared/texts/catalogue.ts';

const words = text.serverSetup.import;

/** What a source is called. */
export function sourceTitle({ app, label }: Pick<ImportSource, 'app' | 'label'>): string {
  return label === '' ? words.apps[app] : label;
}

/** Apps without a file share one line. */
export function absentSource(absent: readonly ImportSource[]): readonly ImportSource[] {
  if (absent.length === 0) return [];
  return [{ app: 'file', label: absent.map(sourceTitle).join(', '), files: [], troubles: [] }];
}
