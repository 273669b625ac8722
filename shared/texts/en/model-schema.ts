import { counted } from '../plural.ts';

/** Texts of how the schema of a tool goes to models. */
export const modelSchema = {
  open: 'Schema for models',
  adapted: 'Its schema is changed for some models.',
  leftOut: (kinds: string) => `It is left out for ${kinds}.`,
  show: 'Show',
  showOf: (tool: string) => `Show the schema of ${tool} for models`,
  title: (tool: string) => `The schema of ${tool} for models`,
  description:
    'Services take different parts of JSON Schema. The server always gets what its own schema describes.',
  kind: 'Kind of provider',
  same: 'It is sent as the server declares it.',
  isLeftOut: (reason: string) => `The tool is not offered to these models. ${reason}`,
  changes: (count: number) => counted(count, 'change', 'changes'),
  most: (count: number) => `Only the first ${String(count)} are listed.`,
  list: 'Changes',
  whole: 'the whole schema',
  kinds: { removed: 'left out', added: 'added', changed: 'changed' },
  close: 'Close',
};
