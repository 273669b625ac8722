import type { EntryComparison } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { ExactText } from '../../../ui/exact-text.tsx';

const words = serverSetupTexts.bundle.update;

export type BundleUpdate = Extract<EntryComparison, { kind: 'update' }>;

/** From which version to which. */
export function updateTitle({ from, to, isOlder }: BundleUpdate): string {
  if (from === to) return words.rebuilt(to);
  return isOlder && from !== undefined ? words.older(from, to) : words.title(from, to);
}

/** What another version of a bundle changes, and what stays. */
export function UpdateLines({ comparison }: { readonly comparison: BundleUpdate }) {
  return (
    <div className="flex flex-col gap-0.5 text-small">
      <p className={comparison.isOlder ? 'text-warning-text' : 'text-info-text'}>
        <ExactText value={updateTitle(comparison)} />
      </p>
      <ul className="text-muted">
        <li>{words.inPlace(comparison.name)}</li>
        {comparison.changes.map((change) => (
          <li key={change} className="[overflow-wrap:anywhere]">
            <ExactText value={change} />
          </li>
        ))}
      </ul>
    </div>
  );
}
