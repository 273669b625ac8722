import { englishPlural } from '../plural.ts';

const number = new Intl.NumberFormat('en');
const counted = (count: number, one: string, other: string): string =>
  `${number.format(count)} ${englishPlural(count, one, other)}`;

/** Words of permissions: the tools table, the prompt, changed tools and the ledger. */
export const permissions = {
  tools: {
    all: (count: number) => `All ${number.format(count)}`,
    changed: (count: number) => `Changed ${number.format(count)}`,
    off: (count: number) => `Off ${number.format(count)}`,
    show: 'Which tools to show',
    noneChanged: 'No tool changed since you approved it.',
    noneOff: 'No tool is turned off.',
    trustHints: 'Trust hints',
    trustNote:
      'On: tools that declare to only read run without a question. Contradictions and changes are asked for all the same.',
    permission: 'Permission',
    on: 'On',
    permissionOf: (tool: string) => `Permission of ${tool}`,
    isOn: (tool: string) => `${tool} is on`,
    choices: { ask: 'Ask', allow: 'Allow', deny: 'Deny' },
    changedLine: 'Changed since you approved it',
    review: 'Review',
    reviewOf: (tool: string) => `Review what changed of ${tool}`,
    overridden: 'You changed its hints',
    resetHints: 'Use the declared ones',
    hintOf: (hint: string, tool: string, answer: string) => `${hint} of ${tool}: ${answer}`,
    asDeclared: (answer: string) => `As declared: ${answer}`,
    yes: 'Yes',
    no: 'No',
    footer:
      'A hint that is not declared counts as the riskier answer. Hints can add a question; they remove one only while you trust this server.',
    failed: 'The change was not made.',
  },
  review: {
    title: (tool: string, server: string) => `${tool} on ${server} changed`,
    description: (when: string) =>
      `You approved it ${when}. What it does now may be something else.`,
    approve: 'Approve the change',
    keepAsking: 'Keep asking',
    withGrants: (count: number) =>
      `${counted(count, 'permission', 'permissions')} you gave for always will hold again.`,
    withoutGrants: 'It is still asked for before each call.',
    loading: 'Reading what changed',
    notListed: 'The server does not list this tool now.',
  },
  change: {
    title: 'Title',
    description: 'Description',
    inputSchema: 'Input schema',
    outputSchema: 'Output schema',
    annotations: 'Hints and annotations',
    hintChange: (before: string, after: string) => `before: ${before}, now: ${after}`,
    before: 'Before',
    now: 'Now',
    added: 'Added',
    removed: 'Removed',
    same: (count: number) => counted(count, 'unchanged line', 'unchanged lines'),
    none: 'Nothing that you approved is different.',
  },
  prompt: {
    always: 'Always',
    coverMenu: 'What it covers',
    coverTool: 'Every call of this tool',
    coverArguments: 'Only exactly these arguments',
    coverServer: (server: string) => `All tools of ${server} in this session`,
    coverServerNote: 'What declares to destroy is still asked for',
    denyAlways: 'Deny, and never ask again',
    covers: {
      tool: 'This tool',
      arguments: 'These arguments',
      server: (server: string) => `All of ${server}`,
    },
    allowAlways: 'Always allow',
    allowArgumentsSession: 'Allow these for session',
    allowArgumentsAlways: 'Always allow these',
    allowServer: 'Allow server for session',
    edit: 'Edit arguments',
    edited: 'Edited by you',
    editLabel: 'Arguments as JSON',
    editHelp: 'What you save here is shown again, and exactly that is sent.',
    save: 'Use these arguments',
    cancel: 'Keep the old ones',
    notJson: (reason: string) => `This is no JSON. ${reason}`,
    notObject: 'Arguments are a JSON object: { "name": value }.',
    changed: 'This tool changed since you approved it.',
    showChange: 'Show what changed',
    hideChange: 'Hide what changed',
    destructive:
      'It declares to destroy, so the permission for the whole server does not cover it.',
    contradiction:
      'It declares both to only read and to destroy, so the permission for the whole server does not cover it.',
    contradictionLine: 'Hints contradict. Treated as destructive',
  },
  ledger: {
    section: 'Permissions',
    title: 'Permissions',
    intro:
      'Everything you allowed or denied for longer than one call. Revoked, it is asked for again.',
    filter: 'Filter permissions',
    none: 'Nothing is allowed or denied yet',
    noneBody:
      'When a tool asks, choose “This session” or “Always”; or set a tool in the table of its server. It is listed here then.',
    noMatch: (query: string) => `No permission matches “${query}”.`,
    table: 'Permissions given',
    allowed: 'Allowed',
    denied: 'Denied',
    wholeServer: 'All tools',
    always: 'Always',
    session: 'One session',
    onlyArguments: 'Only with',
    fromPrompt: (when: string, session: string) =>
      session === '' ? `Given ${when} in a session` : `Given ${when} in “${session}”`,
    fromTable: (when: string) => `Given ${when} in the tools table`,
    used: (count: number, last: string) => `${counted(count, 'call', 'calls')}, last ${last}`,
    unused: 'No call yet',
    revoke: 'Revoke',
    revokeOf: (tool: string, server: string) => `Revoke: ${tool} on ${server}`,
    states: {
      active: '',
      changed: 'Not in force: the tool changed',
      untrusted: 'Not in force: the server’s definition changed',
      removed: 'Not in force: the server was removed',
    },
    count: (shown: number, all: number) => `${number.format(shown)} of ${number.format(all)}`,
  },
};
