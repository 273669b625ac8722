import type { AddressRefusal } from '../../ipc/routes/elicitations.ts';
import type { ValueProblem } from '../../mcp/elicitation-values.ts';
import { linkRefusalTexts } from './links.ts';

type WithLimit = Extract<ValueProblem, { limit: number }>['code'];
type Plain = Exclude<ValueProblem['code'], WithLimit>;

/** What is wrong with a field, and what to do. */
const plainProblems: Readonly<Record<Plain | 'no-json', string>> = {
  missing: 'Fill this in; the server needs it.',
  'not-asked': 'The server did not ask for this.',
  'not-offered': 'Choose one of the values that are offered.',
  'no-text': 'Enter a text.',
  'no-email': 'Enter a full address, as in name@example.com.',
  'no-address': 'Enter a whole address, as in https://example.com.',
  'no-date': 'Enter a whole date.',
  'no-date-time': 'Enter a date and a time.',
  'other-pattern': 'This does not have the form that the server asks for.',
  'no-number': 'Enter a number, as in 12.5.',
  'not-whole': 'Enter a whole number.',
  'no-boolean': 'Choose on or off.',
  'no-list': 'Enter a list in JSON, as in ["one", "two"].',
  'no-text-inside': 'Put texts alone into the list, as in ["one", "two"].',
  'no-plain-value': 'Enter one text, number, true or false.',
  'no-json': 'This is no JSON. Put a text in quotes, as in "one".',
};
const limitProblems: Readonly<Record<WithLimit, (limit: number) => string>> = {
  'too-short': (limit) =>
    limit === 1 ? 'Enter at least 1 character.' : `Enter at least ${String(limit)} characters.`,
  'too-long': (limit) =>
    limit === 1 ? 'Enter 1 character at most.' : `Enter ${String(limit)} characters at most.`,
  'too-small': (limit) => `Enter ${String(limit)} or more.`,
  'too-large': (limit) => `Enter ${String(limit)} or less.`,
  'too-few': (limit) => `Choose at least ${String(limit)}.`,
  'too-many': (limit) => `Choose ${String(limit)} at most.`,
};

/** Words of what servers ask. */
export const elicitation = {
  formTitle: (server: string) => `${server} asks for details`,
  urlTitle: (server: string) => `${server} wants to open a page in your browser`,
  openedTitle: (server: string) => `Finish in your browser, then come back to ${server}`,
  samplingTitle: (server: string) => `${server} wants to ask the model`,
  position: (position: number, total: number) => `${String(position)} of ${String(total)}`,
  clockPaused: 'Clock paused',
  severalSessions: (count: number) =>
    `Calls of ${String(count)} sessions are under way there; it may be for any of them.`,
  decline: 'Decline',
  declineNote: 'The server is told no',
  cancel: 'Cancel',
  send: (server: string) => `Send to ${server}`,
  answer: 'Answer',
  noMessage: 'It gives no reason.',
  waits: (title: string) => `${title}.`,
  problemsFound: (count: number) =>
    count === 1 ? '1 field needs another look.' : `${String(count)} fields need another look.`,
  undescribed: (names: string) =>
    `The server needs ${names} and does not say what that is, so the form cannot be sent. Decline it.`,
  noFields: 'The form has no fields. Sending it tells the server that you agree.',

  optional: 'optional',
  notes: {
    characters: (least: number, most: number) => `${String(least)} to ${String(most)} characters`,
    leastCharacters: (least: number) =>
      least === 1 ? 'at least 1 character' : `at least ${String(least)} characters`,
    mostCharacters: (most: number) => `${String(most)} characters at most`,
    range: (least: number, most: number) => `${String(least)} to ${String(most)}`,
    least: (least: number) => `at least ${String(least)}`,
    most: (most: number) => `${String(most)} at most`,
    exactly: (count: number) => `exactly ${String(count)}`,
  },
  joined: (first: string, second: string) => `${first}, ${second}`,
  pattern: (pattern: string) => `Form: ${pattern}`,
  unknownFormat: (format: string) =>
    `The server wants the format “${format}”, which only it can check.`,
  unknownType: (type: string) =>
    `The server wants a “${type}”, a kind of value that this form does not know. Write it as JSON.`,
  noType:
    'The server does not say what kind of value it wants. Write it as JSON, a text in quotes.',
  list: 'Write it as a list in JSON, as in ["one", "two"].',
  secret: (server: string) => `This looks like a secret. It goes to ${server} and is not kept.`,
  signInInstead: 'Sign in instead',
  on: 'On',
  off: 'Off',
  leaveOut: 'Leave out',
  choose: 'Choose',
  serverDefault: 'default of the server',
  date: (title: string) => `${title}: date`,
  time: (title: string) => `${title}: time`,
  zone: (title: string) => `${title}: time zone`,
  zoneLabel: (place: string, offset: string) => `${place}, ${offset}`,
  problems: { plain: plainProblems, limits: limitProblems },

  address: 'Address',
  review: 'Review address',
  openAgain: 'Open again',
  done: 'I am done, try again',
  close: 'Close',
  openedRetried: (server: string) =>
    `The page is open in your browser. When you are done there, the call to ${server} is made again.`,
  openedAlone: (server: string) =>
    `The page is open in your browser. ${server} goes on by itself when you are done there.`,
  reviewNote: 'Nothing has been loaded yet. You see the whole address before it is opened.',
  refusals: linkRefusalTexts satisfies Record<AddressRefusal, string>,

  model: 'Model',
  noModel:
    'This session has no language model, so nobody can answer. Choose a model for it, or decline.',
  maxTokens: 'Longest answer',
  tokens: (count: number) => `${count.toLocaleString('en')} tokens`,
  samplingWhy:
    'What you allow here goes to your model service as it stands, and the answer to the server.',
  systemPrompt: 'System prompt',
  messageFrom: { user: 'Message', assistant: 'Answer so far' },
  pictures: (kinds: string) => `With pictures that are not shown: ${kinds}`,
  allow: 'Allow',
};

/** Words of the inbox. */
export const inbox = {
  title: 'Inbox',
  waiting: (count: number) => `${String(count)} waiting`,
  waitingForYou: 'Waiting for you',
  list: 'What waits for you',
  empty: 'Nothing waits for you',
  emptyWhy: 'Approvals, questions of servers and sign-ins of all sessions appear here.',
  inSession: (server: string, session: string) => `${server}, in ${session}`,
  asksIn: (server: string, session: string) => `${server} asks in ${session}. No time limit runs.`,
  asks: (server: string) => `${server} asks. No time limit runs.`,
  approval: (tool: string) => tool,
  details: (server: string) => `Details for ${server}`,
  page: (server: string) => `A page of ${server}`,
  sampling: (server: string) => `A prompt of ${server}`,
  signIn: (server: string) => `Sign in to ${server}`,
  signInWhy: (server: string) => `${server} wants to know who you are before it works.`,
  openSession: 'Open session',
  openServer: 'Open server',
  choose: 'Choose what to answer.',
  move: 'move',
  filter: 'Which of it',
  filters: {
    all: 'All',
    approval: (count: number) => (count === 0 ? 'Approvals' : `Approvals ${String(count)}`),
    question: (count: number) => (count === 0 ? 'Forms' : `Forms ${String(count)}`),
    'sign-in': (count: number) => (count === 0 ? 'Sign-in' : `Sign-in ${String(count)}`),
    failure: (count: number) => (count === 0 ? 'Failed' : `Failed ${String(count)}`),
  },
  failed: 'Failed',
  earlier: 'Earlier',
  noneOfKind: 'Nothing of this kind',
  noneOfKindWhy: 'Choose All to see everything.',
  turnFailed: 'Turn stopped',
  in: (session: string) => `In ${session}`,
  failedIn: (session: string) => `In ${session}. What was written until then is kept.`,
  dismiss: 'Dismiss',
  said: 'What the agent said just before',
  nextOpens: 'The next question opens after your answer.',
  outcomes: {
    once: 'You allowed it once',
    session: 'You allowed it for this session',
    always: 'You allowed it always',
    denied: 'You denied it',
    'denied-always': 'You denied it for good',
    answered: 'You answered it',
    declined: 'You declined it',
    cancelled: 'You cancelled it',
  },
  pastOf: (outcome: string, where: string) => `${outcome}. ${where}`,
};
