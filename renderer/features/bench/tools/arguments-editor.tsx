import clsx from 'clsx';
import { useState } from 'react';
import type { SchemaVerdict } from '../../../../shared/mcp/bench.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { Field, inputClass } from '../../../ui/field.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import type { Schema } from '../../../../shared/mcp/schema-form/field-model.ts';
import { SchemaForm } from '../../../lib/schema-form/schema-form.tsx';

const words = benchTexts.tools;
type Mode = 'form' | 'json';

export interface ArgumentsEditorProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly verdict: SchemaVerdict;
  readonly onValue: (value: unknown) => void;
  /** Why the arguments cannot be sent as they are written; undefined when they can. */
  readonly onTrouble: (trouble: string | undefined) => void;
}

function read(typed: string): { readonly value: unknown } | { readonly why: string } {
  if (typed.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(typed);
    return isJsonObject(value) ? { value } : { why: words.jsonNoObject };
  } catch (failure) {
    return { why: words.jsonInvalid(messageOf(failure)) };
  }
}

/** Arguments as a form or as JSON, over the same value. */
export function ArgumentsEditor(props: ArgumentsEditorProps) {
  const { schema, value, verdict, onValue, onTrouble } = props;
  const [mode, setMode] = useState<Mode>('form');
  const [typed, setTyped] = useState('');
  const reading = read(typed);
  const fault = mode === 'json' && 'why' in reading ? reading.why : undefined;
  const change = (next: Mode) => {
    if (next === 'json') setTyped(JSON.stringify(value ?? {}, undefined, 2));
    // What is no JSON cannot be shown by a form; it stays until it is mended.
    else if ('why' in reading) return;
    setMode(next);
  };
  return (
    <Tabs<Mode>
      label={words.modes.label}
      value={mode}
      onValueChange={change}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="mx-4 flex-none"
      tabs={[
        { value: 'form', label: words.modes.form },
        { value: 'json', label: words.modes.json },
      ]}
    >
      <TabPanel value="form" className={panel}>
        <SchemaForm
          schema={schema}
          value={value}
          mismatches={verdict.mismatches}
          onValue={onValue}
          onBroken={([path]) =>
            onTrouble(path === undefined ? undefined : words.mendFirst(path.slice(1)))
          }
        />
      </TabPanel>
      <TabPanel value="json" className={panel}>
        <Field label={words.json} error={fault}>
          {(control) => (
            <textarea
              {...control}
              rows={16}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                const next = read(event.target.value);
                if ('why' in next) onTrouble(next.why);
                else {
                  onTrouble(undefined);
                  onValue(next.value);
                }
              }}
              className={clsx(inputClass, 'py-[7px] font-mono !text-code')}
            />
          )}
        </Field>
      </TabPanel>
    </Tabs>
  );
}

const panel =
  'thin-scroll min-h-0 flex-1 overflow-y-auto px-4 py-3.5 outline-none data-[state=inactive]:hidden';
