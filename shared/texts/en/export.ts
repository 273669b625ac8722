/** Words of an exported session. */
export const exportTexts = {
  untitled: 'Session',
  model: 'Model',
  folder: 'Folder',
  begun: 'Begun',
  lastChange: 'Last change',
  person: 'You',
  agent: 'Agent',
  thinking: 'Thinking',
  call: (tool: string, outcome: string) => `Tool ${tool}: ${outcome}`,
  outcomes: {
    ok: 'done',
    error: 'failed',
    denied: 'denied',
    interrupted: 'interrupted',
    none: 'without a result',
  },
  ends: { failed: 'The turn failed.', interrupted: 'The turn was stopped.' },
  /** In the system's dialogs. */
  chooseFile: 'Import a session',
  sessionFiles: 'Parley sessions',
};
