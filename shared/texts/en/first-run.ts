import { counted } from '../plural.ts';

/** Words of the first steps. */
export const firstRunTexts = {
  label: 'First steps',
  step: (position: number, total: number) => `Step ${String(position)} of ${String(total)}`,
  skip: 'Skip',
  back: 'Back',
  continue: 'Continue',
  failed: (reason: string) => `The choice could not be kept. ${reason}`,

  model: {
    title: 'Choose a model',
    intro: 'You can change this at any time, and each session can use another one.',
    choices: 'Where answers come from',
    service: 'A model service',
    serviceNote: {
      keychain: 'With your API key, kept in the keychain of this computer.',
      memory: 'With your API key, kept in memory until Parley quits.',
    },
    local: 'Models on this computer',
    localNote: 'Ollama, LM Studio or another service with an OpenAI-compatible address.',
    known: (provider: string) => provider,
    knownNote: (models: number) => `${counted(models, 'model', 'models')}, added already.`,
    offline: 'Offline (no model)',
    offlineNote: 'Follows simple rules. Good for a first look, with real tools.',
  },

  servers: {
    title: 'Bring your servers along',
    intro: (count: number) =>
      `${counted(count, 'server was', 'servers were')} found in other apps. They stay off until you have seen their command.`,
    none: 'No servers of other apps were found on this computer. You can add some at any time under Servers.',
    looking: 'Looking into the files of other apps',
    list: 'Servers found',
    showAll: 'Show all',
    more: (count: number) => counted(count, 'more server', 'more servers'),
    unreadable: (count: number) =>
      `${counted(count, 'entry', 'entries')} could not be read and ${count === 1 ? 'is' : 'are'} left out.`,
    submit: (count: number) => `Import ${counted(count, 'server', 'servers')}`,
    again: 'Look again',
  },

  prompt: {
    title: 'Try a first prompt',
    intro: 'It runs a real tool and asks you first, so you see how approval works.',
    list: 'Prompts to try',
    uses: (tool: string) => `Uses ${tool} of the bundled notes`,
    open: 'Open Parley',
  },

  again: 'First steps',
  againNote: 'A model, servers of other apps, and a first prompt.',
  show: 'Show',
};
