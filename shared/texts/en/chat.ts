import type { SDKResultMessage } from '../../agent/messages.ts';

const modelFailure = (status: number | undefined) =>
  status === undefined
    ? 'The model service did not answer.'
    : `The model service answered ${String(status)}.`;

/** Words of the conversation. */
export const chat = {
  transcript: 'Conversation',
  loading: 'Opening the session',
  openFailed: 'The session could not be opened.',
  tryAgain: 'Try again',
  fromYou: 'You',
  fromAgent: 'Answer',
  stoppedHere: 'Stopped here',
  thinking: 'Thinking',
  thought: 'Thoughts',
  thoughtFor: (duration: string) => `Thought for ${duration}`,
  jumpToLatest: 'Jump to latest',
  pageFailed: 'Earlier messages could not be loaded.',
  find: 'Find in session',
  findPlaceholder: 'Find in this session',
  findNext: 'Next',
  findPrevious: 'Previous',
  findClose: 'Close',
  findNone: 'Not found',
  findCount: (position: number, total: number, isCut: boolean) =>
    isCut
      ? `${String(position)} of more than ${String(total)}`
      : `${String(position)} of ${String(total)}`,
  findFailed: 'The session could not be searched.',
  foundShown: 'The message that was found is in view',
  foundFailed: (reason: string) => `The message that was found could not be shown. ${reason}`,
  foundGone: 'The message that was found is not in this session any more.',
  copyMessage: 'Copy message',
  readOnly: (holder: string) =>
    `${holder} is writing to this session. You can read it; close it there to continue here.`,

  composerRegion: 'Compose',
  composer: 'Message',
  placeholder: 'Reply',
  placeholderRunning: 'Reply, or queue a message while this turn runs',
  placeholderWaiting: 'Reply, or queue a message while this turn waits',
  placeholderReadOnly: 'This session is read-only here',
  send: 'Send',
  stop: 'Stop',
  queue: 'Queued messages',
  queueNote: 'Sent when this turn ends',
  queuedStill: 'Not sent yet; it goes out before your next message',
  sendFailed: 'The message was not sent. It is back in the field.',
  stopFailed: 'The turn could not be stopped.',

  model: 'Model',
  modelOf: (name: string) => `Model: ${name}`,
  offlineModel: 'Offline (no model)',
  offlineGroup: 'Without a model',
  offlineNote: 'Runs tools by rules',
  missingModel: (id: string) => `${id} (gone)`,
  keyMissing: 'No key stored',
  chooseModelFailed: 'The model could not be changed.',
  offlineExplained: 'Offline rules run tools but do not write or reason.',
  addProvider: 'Add a provider',

  startTitle: 'What do you want to work on?',
  startPlaceholder: 'Describe it',
  tryNotes: 'Try with the notes server',
  /** The names of tools and of their arguments stay as they are: the offline model reads them. */
  suggestions: {
    write_note: {
      prompt:
        'Use write_note with name="first-steps" and text="Parley keeps notes in a folder of its own."',
      label: 'Write a note and save it',
    },
    list_notes: { prompt: 'Use list_notes to list my notes', label: 'List my notes' },
    read_note: {
      prompt: 'Use read_note with name="first-steps"',
      label: 'Read that note again',
    },
  },

  working: 'Working',
  writing: 'Writing',
  waitingForServers: 'Waiting for servers',
  requesting: 'Waiting for the model',
  runningTool: (title: string) => `Running ${title}`,

  tools: 'Tool calls',
  toolStates: {
    pending: 'Not started',
    waiting: 'Waiting for you',
    running: 'Running',
    ok: 'Done',
    error: 'Failed',
    denied: 'Denied',
    interrupted: 'Interrupted',
  },
  toolFailed: 'The tool failed and gave no reason.',
  toolDenied: 'This call was denied, and the model was told.',
  toolInterrupted: 'The turn ended before this call did. Whether it took effect is not known.',
  progressOf: (value: number, total: number) => `${String(value)} of ${String(total)}`,
  moreCalls: (count: number) => (count === 1 ? '1 step' : `${String(count)} steps`),
  subAgent: 'What the sub-agent did',
  exitCode: (code: number) => `Exit code ${String(code)}`,
  changes: 'Changes',
  output: 'Output',
  tasks: 'Tasks',
  taskStates: { pending: 'To do', in_progress: 'In progress', completed: 'Done' },
  openViewer: 'Open in viewer',
  viewerTitle: (tool: string) => `Result of ${tool}`,
  closeViewer: 'Close',
  lines: (count: number) => (count === 1 ? '1 line' : `${String(count)} lines`),
  runInBench: 'Run again in bench',
  tree: 'Tree',
  result: 'Result',
  arguments: 'Arguments',
  raw: 'Raw',
  view: 'What to show',
  copyJson: 'Copy as JSON',
  noArguments: 'No arguments',
  argumentsChanged: 'Arguments changed',
  noResult: 'The tool returned nothing.',
  structured: 'Structured content',
  imageOf: (tool: string) => `Image from ${tool}`,
  imageRefused: 'An image that cannot be shown here',
  unknownContent: (kind: string) => `Content of the kind “${kind}”, shown as it came`,

  prompt: 'Permission',
  /** `{tool}` and `{server}` stand for their names. */
  allowQuestion: 'Allow {tool} on {server}?',
  allowQuestionOwn: 'Allow {tool}?',
  askAnnouncement: (tool: string, server: string | undefined) =>
    server === undefined
      ? `Permission needed: ${tool}.`
      : `Permission needed: ${tool} on ${server}.`,
  position: (position: number, total: number) => `${String(position)} of ${String(total)}`,
  next: 'Next',
  hintsOf: 'What the tool declares',
  allowFor: 'Allow for',
  once: 'Once',
  thisSession: 'This session',
  deny: 'Deny',
  allowOnce: 'Allow once',
  allowSession: 'Allow for session',

  imagePlaceholder: (alt: string) =>
    alt === '' ? 'Image, not loaded' : `Image, not loaded: ${alt}`,
  imageHost: (host: string) => `at ${host}, size not known`,
  loadImage: 'Load image',
  copyCode: 'Copy code',
  wrapLines: 'Wrap lines',
  plainCode: 'Code',
  showSource: 'Source',
  showDiagram: 'Diagram',
  diagram: 'Diagram',
  diagramDrawing: 'Drawing the diagram',
  diagramFailed: 'The diagram could not be drawn.',
  footnote: (label: string) => `Footnote ${label}`,
  fileOf: (name: string, kind: string) => (name === '' ? kind : `${name} · ${kind}`),
  unnamedFile: 'File',
  unnamedImage: 'Image',
  openLink: (url: string) => `Open ${url}`,
  linkFailed: 'The address was not opened.',

  retry: (status: number | undefined, attempt: number, max: number, seconds: string) =>
    `${modelFailure(status)} Try ${String(attempt)} of ${String(max)} starts in ${seconds}.`,
  retried: (status: number | undefined, attempt: number) =>
    `${modelFailure(status)} ${attempt === 1 ? 'It was asked once more.' : `It was asked ${String(attempt)} times more.`}`,
  runtimeExited: (reason: string) =>
    `The process of this session ended in the middle of the turn. ${reason} Everything so far is kept; your next message starts it again.`,
  runtimeNotStarted: (reason: string) =>
    `The process of this session could not be started. ${reason} Your message is kept and goes out before your next one.`,
  transcriptRepaired: 'The transcript was repaired when it was opened.',
  transcriptKeptIn: (file: string) => `The part that could not be read is kept in ${file}.`,
  toolsAdded: (names: string) => `Tools added: ${names}.`,
  toolsRemoved: (names: string) => `Tools gone: ${names}.`,
  toolsLeftOut: (count: number) =>
    count === 1 ? '1 tool was left out.' : `${String(count)} tools were left out.`,
  more: (count: number) => `${String(count)} more`,
  compacted: 'Earlier messages were summarised to make room.',

  turnEnds: {
    success: 'The turn ended.',
    error_during_execution: 'The turn failed.',
    error_max_turns: 'The turn reached the limit of model requests and was stopped.',
    error_max_budget: 'The turn reached the limit of cost and was stopped.',
    error_max_structured_output_retries: 'The turn gave no answer of the wanted form.',
    interrupted: 'Stopped',
  } satisfies Record<SDKResultMessage['subtype'], string>,
  turnFailedBecause: (words: string) =>
    `The turn failed: ${words} Everything so far is kept; send a message to go on.`,
};
