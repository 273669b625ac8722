import { exportTexts as words } from '../../../shared/texts/en/export.ts';
import { partsOf, type ExportedPart, type ExportedSession } from './exported-session.ts';

/** A session as Markdown. What was said stays as it was written; tools stand in fences that their text cannot close. */
export function exportMarkdown({ session, messages }: ExportedSession): string {
  const facts = [
    `- ${words.model}: ${session.model.id}`,
    ...(session.folder === null ? [] : [`- ${words.folder}: ${session.folder}`]),
    `- ${words.begun}: ${session.createdAt}`,
    `- ${words.lastChange}: ${session.updatedAt}`,
  ];
  return [
    `# ${oneLine(session.title) || words.untitled}`,
    facts.join('\n'),
    ...partsOf(messages).map(partText),
    '',
  ].join('\n\n');
}

function partText(part: ExportedPart): string {
  switch (part.kind) {
    case 'text':
      return `## ${part.by === 'person' ? words.person : words.agent}\n\n${part.text}`;
    case 'thinking':
      return `### ${words.thinking}\n\n${fenced(part.text)}`;
    case 'call':
      return [
        `### ${words.call(oneLine(part.tool), words.outcomes[part.outcome])}`,
        fenced(part.input, 'json'),
        ...(part.result === '' ? [] : [fenced(part.result)]),
      ].join('\n\n');
    case 'end':
      return `*${words.ends[part.state]}*${part.reason === '' ? '' : ` ${oneLine(part.reason)}`}`;
  }
}

function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
