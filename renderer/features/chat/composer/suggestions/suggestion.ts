import type { ComposerPrompt, Mention } from '../../../../../shared/ipc/routes/composer.ts';

/** A command of the app. With `choices` it takes one of them. */
export interface AppCommand {
  readonly name: string;
  readonly note: string;
  readonly choices?: readonly {
    readonly value: string;
    readonly label: string;
    readonly note?: string;
  }[];
  /** With the value that was chosen. */
  readonly run: (value: string) => void;
}

/** A line that is offered behind `@` or `/`. */
export type Suggestion =
  | Mention
  | { readonly kind: 'app'; readonly command: AppCommand }
  | {
      readonly kind: 'choice';
      readonly command: AppCommand;
      readonly value: string;
      readonly label: string;
      readonly note: string | undefined;
    }
  | { readonly kind: 'command'; readonly name: string; readonly description: string }
  | { readonly kind: 'prompt'; readonly prompt: ComposerPrompt };

export function suggestionKey(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'app':
      return `app ${suggestion.command.name}`;
    case 'choice':
      return `choice ${suggestion.value}`;
    case 'command':
      return `command ${suggestion.name}`;
    case 'prompt':
      return `prompt ${suggestion.prompt.serverId} ${suggestion.prompt.name}`;
    case 'file':
      return `file ${suggestion.path}`;
    case 'server':
      return `server ${suggestion.serverId}`;
    case 'resource':
      return `resource ${suggestion.serverId} ${suggestion.uri}`;
    case 'template':
      return `template ${suggestion.serverId} ${suggestion.uriTemplate}`;
  }
}

/** Those with the words in their name, best first: from the begin of it, of a word in it, anywhere. */
export function fitting<T>(query: string, all: readonly T[], nameOf: (one: T) => string): T[] {
  const words = query.toLowerCase();
  const ranked = all.flatMap((one) => {
    const name = nameOf(one).toLowerCase();
    const at = name.indexOf(words);
    if (at === -1) return [];
    const rank = at === 0 ? 0 : /[\s_:./-]/.test(name[at - 1] ?? '') ? 1 : 2;
    return [{ one, rank }];
  });
  return ranked.sort((left, right) => left.rank - right.rank).map(({ one }) => one);
}
