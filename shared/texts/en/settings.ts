import { englishPlural } from '../plural.ts';

const number = new Intl.NumberFormat('en');
const counted = (count: number, one: string, other: string): string =>
  `${number.format(count)} ${englishPlural(count, one, other)}`;

/** Texts of the settings page. */
export const settings = {
  title: 'Settings',
  sections: {
    label: 'Parts of the settings',
    providers: 'Providers',
    permissions: 'Permissions',
    appearance: 'Appearance',
    data: 'Data and privacy',
    about: 'About',
  },
  loading: 'Reading the settings',
  loadFailed: (reason: string) => `The settings could not be read. ${reason}`,
  saveFailed: (reason: string) => `The change could not be saved and was undone. ${reason}`,
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  providers: {
    title: 'Providers',
    introKeychain: 'Where answers come from. Keys stay in the keychain of this computer.',
    introMemory:
      'Where answers come from. This computer has no usable keychain, so keys stay in memory until Parley quits.',
    loading: 'Reading the providers',
    loadFailed: (reason: string) => `The providers could not be read. ${reason}`,
    add: 'Add provider',
    list: 'Providers',
    show: (label: string) => `Show ${label}`,
    hide: (label: string) => `Hide ${label}`,
    isDefault: 'Default',
    kinds: {
      offline: 'Built in',
      anthropic: 'Anthropic',
      'openai-compatible': 'OpenAI-compatible',
    },
    offline: {
      label: 'Offline (no model)',
      summary: 'Built in. Plans by simple rules, needs no account and no network',
      body: 'This is not a language model. It looks for the name of a tool in your message, fills the arguments by fixed rules and repeats what the tool answered. Nothing leaves this computer, apart from what the tools themselves do.',
    },
    summary: (kind: string, host: string, models: number) =>
      `${kind}, ${host}, ${counted(models, 'model', 'models')}`,
    ownAddress: 'its own address',
    keyState: {
      'not-needed': 'Needs no key.',
      missing: 'No key.',
      stored: 'Key stored.',
      'in-memory': 'Key in memory only.',
      locked: 'Key locked.',
    },
    form: {
      addTitle: 'Add provider',
      kind: 'Kind',
      kinds: { anthropic: 'Anthropic', 'openai-compatible': 'OpenAI-compatible' },
      kindNotes: {
        anthropic: 'Speaks the Messages protocol of Anthropic',
        'openai-compatible': 'Speaks Chat Completions: OpenAI, Ollama, LM Studio, vLLM, OpenRouter',
      },
      label: 'Name',
      labelPlaceholder: 'Team gateway',
      baseUrl: 'Base URL',
      baseUrlHelp: {
        anthropic: 'Change it for a gateway or proxy',
        'openai-compatible': 'Usually ends in /v1',
      },
      baseUrlPlaceholder: {
        anthropic: 'https://api.anthropic.com/v1',
        'openai-compatible': 'http://localhost:11434/v1',
      },
      models: 'Models offered',
      modelsHelp: 'One name in each line, as the provider calls it',
      key: 'API key',
      keyHelp: {
        keychain:
          'Optional here, and local services often need none. It goes into the keychain of this computer and is never shown again.',
        memory:
          'Optional here, and local services often need none. It stays in memory until Parley quits and is never shown again.',
      },
      add: 'Add provider',
      save: 'Save changes',
      saved: 'Saved',
      cancel: 'Cancel',
      failed: (reason: string) => `The provider could not be saved. ${reason}`,
      keyDropped:
        'The address leads elsewhere now, so the stored key will be deleted. Enter it again afterwards.',
      addedKeyFailed: (reason: string) =>
        `The provider was added, but its key was not stored. ${reason}`,
      problems: {
        'label-missing': 'Give the provider a name.',
        'label-long': 'A name has at most 80 characters.',
        'url-missing': 'Give the address of the service.',
        'url-invalid': 'This is not a whole address. Write it as in https://example.com/v1.',
        'url-scheme': 'The address begins with https:// or http://.',
        'url-long': 'An address has at most 2,048 characters.',
        'models-missing': 'Name at least one model.',
        'models-many': 'At most 200 models are possible.',
        'model-long': 'A model name has at most 200 characters.',
        'model-duplicate': (model: string) => `${model} is there twice.`,
      },
    },
    key: {
      label: 'API key',
      stored: 'A key is stored',
      states: {
        'not-needed': 'This provider needs no key.',
        missing: 'No key is stored. Requests go out without one.',
        stored: 'In the keychain of this computer. It is never shown again.',
        'in-memory': 'Only in memory: there is no usable keychain. It is gone when Parley quits.',
        locked:
          'A key is stored, but the keychain is locked or changed, so it cannot be read. Unlock the keychain, or enter the key again.',
      },
      enter: 'Add key',
      replace: 'Replace',
      remove: 'Remove key',
      save: 'Save key',
      cancel: 'Cancel',
      placeholder: 'Paste the key',
      help: {
        keychain: 'Goes into the keychain of this computer. It is never shown again.',
        memory: 'Stays in memory until Parley quits. It is never shown again.',
      },
      failed: (reason: string) => `The key was not stored. ${reason}`,
      removeFailed: (reason: string) => `The key was not removed. ${reason}`,
      long: 'A key has at most 4,096 characters.',
    },
    test: {
      button: 'Test',
      model: 'Model for the test',
      noModel: 'Name a model first.',
      running: (model: string) => `Asking ${model}`,
      answered: (model: string) => `${model} answered`,
      answeredNothing: (model: string) => `${model} answered with an empty text`,
      failedStatus: (label: string, status: number) => `${label} answered ${String(status)}`,
      failed: (label: string) => `${label} could not be reached`,
      notRun: (reason: string) => `The test could not be run. ${reason}`,
      took: (duration: string) => `after ${duration}`,
      statusAndTime: (status: number, duration: string) => `Status ${String(status)}, ${duration}`,
      showAnswer: 'Show the whole answer',
      hideAnswer: 'Hide the answer',
      answerLabel: 'Answer of the provider',
      copy: 'Copy the answer',
      cost: 'Sends one short request, which may cost a fraction of a cent.',
    },
    remove: {
      button: 'Remove provider',
      title: (label: string) => `Remove ${label}?`,
      body: 'Its address, models and key are deleted from this computer. Sessions that use it need another model.',
      confirm: 'Remove provider',
      cancel: 'Cancel',
      failed: (reason: string) => `The provider was not removed. ${reason}`,
    },
    defaultModel: {
      label: 'Model of new sessions',
      note: 'Sessions that exist keep theirs.',
      option: (provider: string, model: string) => `${provider}: ${model}`,
      gone: (model: string) => `${model} (not offered any more)`,
    },
  },
  appearance: {
    title: 'Appearance',
    intro: 'How Parley looks on this computer.',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    themeNote: 'System follows the setting of this computer.',
  },
  data: {
    title: 'Data and privacy',
    intro: 'Everything Parley keeps on this computer, and what leaves it.',
    kept: 'Kept on this computer',
    profile: 'Profile',
    profileNote: 'Sessions, servers, settings, notes and logs',
    copyPath: 'Copy the path',
    secrets: 'Keys and secrets',
    secretStorage: {
      keychain: 'In the keychain of this computer, never in a readable file',
      memory: 'In memory until Parley quits, because there is no usable keychain',
    },
    leaves: 'What goes to a model service',
    leavesIntro: 'With each message, the provider of the session receives:',
    leavesList: [
      'your prompts and the conversation so far',
      'excerpts of files that the session reads',
      'results of tools, as the servers gave them',
      'names, descriptions and schemas of the tools that are on',
    ],
    leavesOffline:
      'Offline (no model) sends nothing. Servers may send data wherever they want: what a tool does is up to it.',
    sandbox: 'No sandbox in this version',
    sandboxBody:
      'Servers and tools run with your rights on this computer. The operating system does not fence them in. Add only servers you trust, and read what a tool is about to do before you allow it.',
    loadFailed: (reason: string) => `This could not be read. ${reason}`,
  },
  about: {
    title: 'About',
    version: 'Version',
    platform: 'System',
    platforms: { darwin: 'macOS', linux: 'Linux', win32: 'Windows' },
    intro: 'Parley runs agent sessions and manages the servers they use.',
  },
};
