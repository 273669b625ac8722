import { useState } from 'react';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RovingList } from '../../ui/roving-list.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { hasWords, SearchField } from './search-field.tsx';
import type { PageList } from './use-page-list.ts';

const MANY_ROWS = 100;

export interface ListGroup {
  /** Without one there is no head: the list has a single group. */
  readonly title: string | undefined;
  readonly list: PageList;
  /** What identifies an item: address, template or name. */
  readonly keyField: 'uri' | 'uriTemplate' | 'name';
}

export interface ServerListProps {
  readonly label: string;
  readonly search: string;
  readonly none: string;
  readonly nothingFound: string;
  readonly groups: readonly ListGroup[];
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}

/** A text field of something that a server listed. */
export function textField(item: JsonObject, name: string): string | undefined {
  const value = item[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a server lists: resources and templates, or prompts. */
export function ServerItemList(props: ServerListProps) {
  const { label, search, none, nothingFound, groups, selected, onSelect } = props;
  const [query, setQuery] = useState('');
  const shown = groups.map((group) => ({
    ...group,
    items: group.list.items.filter((item) =>
      hasWords(
        query.trim(),
        ...[group.keyField, 'name', 'title', 'description'].map((name) => textField(item, name)),
      ),
    ),
  }));
  const isLoading = groups.some(({ list }) => list.isLoading && list.items.length === 0);
  const count = shown.reduce((sum, { items }) => sum + items.length, 0);
  const isEmpty = groups.every(({ list }) => list.items.length === 0);
  return (
    <nav aria-label={label} className="flex min-h-0 flex-col border-r border-line">
      <SearchField
        label={search}
        value={query}
        onValueChange={setQuery}
        className="px-2 pt-2.5 pb-1"
      />
      <RovingList
        label={label}
        className="thin-scroll flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-2 pb-3 *:flex-none"
      >
        {isLoading && (
          <Loading label={benchTexts.resources.loading}>
            <div className="flex flex-col gap-3 p-2">
              <Skeleton className="w-32" />
              <Skeleton className="w-24" />
            </div>
          </Loading>
        )}
        {shown.map(({ title, list, keyField, items }, index) => (
          <div key={title ?? index} className="flex flex-col gap-px">
            {title !== undefined && items.length > 0 && (
              <h3 className="px-2 pt-2.5 pb-1 text-small font-medium text-subtle">{title}</h3>
            )}
            <VirtualRows
              rows={items}
              from={MANY_ROWS}
              keyOf={(item) => String(item[keyField])}
              render={(item) => (
                <ItemRow
                  key={String(item[keyField])}
                  item={item}
                  keyField={keyField}
                  selected={selected}
                  onSelect={onSelect}
                />
              )}
            />
            {list.hasMore && (
              <Button size="small" tone="quiet" busy={list.isLoading} onClick={list.loadMore}>
                {benchTexts.resources.more}
              </Button>
            )}
            {list.error !== undefined && (
              <ErrorBox
                sentence={list.error.sentence}
                details={list.error.details}
                actions={<LinkButton onClick={list.again}>{text.failures.tryAgain}</LinkButton>}
              />
            )}
          </div>
        ))}
        {!isLoading && count === 0 && (
          <p className="px-2 py-1 text-small text-subtle">{isEmpty ? none : nothingFound}</p>
        )}
      </RovingList>
    </nav>
  );
}

interface ItemRowProps {
  readonly item: JsonObject;
  readonly keyField: ListGroup['keyField'];
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}

function ItemRow({ item, keyField, selected, onSelect }: ItemRowProps) {
  const key = textField(item, keyField);
  if (key === undefined) return <></>;
  const name = textField(item, 'title') ?? textField(item, 'name') ?? key;
  return (
    <ListRow
      data-item={key}
      label={name}
      title={key}
      selected={selected === key}
      strong
      onClick={() => onSelect(key)}
    />
  );
}
