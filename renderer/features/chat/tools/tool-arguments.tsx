import { isJsonObject } from '../../../../shared/lib/json.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { ExactText } from '../../../ui/exact-text.tsx';
import { exactJson } from './exact-json.ts';

/** The arguments of a call exactly as they are sent: one line for each field, hidden characters shown. */
export function ToolArguments({ input }: { readonly input: unknown }) {
  if (!isJsonObject(input)) {
    return (
      <div className={frame}>
        <ExactText value={exactJson(input)} />
      </div>
    );
  }
  const fields = Object.entries(input);
  if (fields.length === 0) return <p className="text-small text-subtle">{text.chat.noArguments}</p>;
  return (
    <dl
      tabIndex={0}
      className={`${frame} thin-scroll grid max-h-80 grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-3.5 gap-y-0.5 overflow-y-auto`}
    >
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="max-w-60 text-subtle">
            <ExactText value={name} />
          </dt>
          <dd className={colour(value)}>
            <ExactText value={exactJson(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const frame = 'rounded-control border border-line bg-inset px-2.5 py-[7px] font-mono text-code';

function colour(value: unknown): string {
  if (typeof value === 'string') return 'text-code-string';
  return typeof value === 'number' || typeof value === 'boolean' ? 'text-code-number' : '';
}
