import { CircleAlert, Info, LockKeyhole, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReadingEntry, ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';

const words = serverSetupTexts.add;

const looks: Record<ReadingNote['severity'], { icon: LucideIcon; tone: string }> = {
  error: { icon: CircleAlert, tone: 'text-danger-text' },
  warning: { icon: TriangleAlert, tone: 'text-warning-text' },
  info: { icon: Info, tone: 'text-muted' },
  secret: { icon: LockKeyhole, tone: 'text-muted' },
};

/** A sentence about an entry, with its place and what makes it right. */
export function NoteLine({
  note,
  onFix,
}: {
  readonly note: ReadingNote;
  readonly onFix?: ((fix: NonNullable<ReadingNote['fix']>) => void) | undefined;
}) {
  const look = looks[note.severity];
  const { fix, position } = note;
  return (
    <div className="flex flex-col gap-0.5 text-small">
      <p className={`flex items-start gap-[5px] ${look.tone}`}>
        <Icon of={look.icon} size={12} className="mt-0.5" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <ExactText value={note.sentence} />
          {note.severity !== 'error' && position !== undefined && (
            <span className="text-subtle"> {words.position(position.line, position.column)}.</span>
          )}
        </span>
      </p>
      {fix !== undefined && onFix !== undefined && (
        <p className="flex items-start gap-[5px] text-muted">
          <Icon of={Info} size={12} className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <ExactText value={fix.sentence} />{' '}
            <LinkButton size="small" onClick={() => onFix(fix)}>
              {words.fix}
            </LinkButton>
          </span>
        </p>
      )}
    </div>
  );
}

/** The command line or address of an entry, whole. */
export function definitionLine(entry: ReadingEntry): string {
  const { definition } = entry;
  if (definition === undefined) return entry.excerpt ?? '';
  switch (definition.type) {
    case 'stdio':
      return [definition.command, ...definition.args].join(' ');
    case 'http':
    case 'sse':
      return definition.url;
    case 'builtin':
      return definition.module;
  }
}

/** Name, transport and what would run. */
export function EntryHead({ entry }: { readonly entry: ReadingEntry }) {
  const broken = entry.definition === undefined;
  const at = entry.notes.find((note) => note.severity === 'error')?.position ?? entry.position;
  const line = definitionLine(entry);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <span className={`font-medium [overflow-wrap:anywhere] ${broken ? 'text-muted' : ''}`}>
          <ExactText value={entry.name} />
        </span>
        {entry.definition !== undefined ? (
          <Badge tone="outline">{text.servers.transport[entry.definition.type]}</Badge>
        ) : at === undefined ? (
          <Badge tone="outline">{words.unknownKind}</Badge>
        ) : (
          <Badge tone="danger">{words.position(at.line, at.column)}</Badge>
        )}
      </div>
      {line !== '' && (
        <div className="font-mono text-code text-subtle">
          <ExactText value={line} />
        </div>
      )}
    </>
  );
}
