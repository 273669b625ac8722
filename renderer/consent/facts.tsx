import clsx from 'clsx';
import { Fragment, type ReactNode } from 'react';
import type { ConsentArgument } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { ExactParts } from './exact-parts.tsx';
import type { NameChange } from './definition-diff.ts';

/** A name with its value, or with several texts, each exact and on a line of its own. */
export type Fact =
  | { readonly name: string; readonly value: ReactNode }
  | { readonly name: string; readonly texts: readonly ConsentArgument[] };

/** Names at the left, values at the right; a name without texts is left out. */
export function Facts({ of }: { readonly of: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
      {of.filter(isTold).map((fact) => (
        <Fragment key={fact.name}>
          <dt className="text-subtle">{fact.name}</dt>
          {valuesOf(fact).map((value, index) => (
            <dd key={index} className="col-start-2 min-w-0 [overflow-wrap:anywhere]">
              {value}
            </dd>
          ))}
        </Fragment>
      ))}
    </dl>
  );
}

function isTold(fact: Fact): boolean {
  return !('texts' in fact) || fact.texts.length > 0;
}

function valuesOf(fact: Fact): readonly ReactNode[] {
  return 'texts' in fact
    ? fact.texts.map((of, index) => <ExactParts key={index} of={of} />)
    : [fact.value];
}

const changeLooks = {
  same: 'border-line-strong text-muted',
  added: 'border-warning-line bg-warning-soft text-warning-text',
  removed: 'border-line text-subtle line-through',
};

/** Names as badges; what came or went says so in words. */
export function NameBadges({
  names,
  note,
  none,
}: {
  readonly names: readonly NameChange[];
  readonly note: string;
  readonly none: string;
}) {
  if (names.length === 0) return <span className="text-subtle">{none}</span>;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {names.map((name) => (
        <Fragment key={`${name.change} ${name.name}`}>
          <span
            className={clsx(
              'inline-flex min-h-[18px] items-center rounded-small border px-[5px] text-micro',
              changeLooks[name.change],
            )}
          >
            <ExactParts of={name.name} />
          </span>
          {name.change !== 'same' && (
            <span className="text-small text-subtle">
              {name.change === 'added' ? consentTexts.added : consentTexts.removed}
            </span>
          )}
        </Fragment>
      ))}
      <span className="text-small text-subtle">{note}</span>
    </span>
  );
}
