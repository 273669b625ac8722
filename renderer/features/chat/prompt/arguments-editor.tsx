import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/lib/json.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { Schema } from '../../../../shared/mcp/schema-form/field-model.ts';
import { permissions as permissionTexts } from '../../../../shared/texts/en/permissions.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { SchemaForm } from '../../../lib/schema-form/schema-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const words = permissionTexts.prompt;
const modes = benchTexts.tools.modes;

export interface ArgumentsEditorProps {
  readonly input: unknown;
  /** What the tool says of its arguments; absent: they are edited as JSON alone. */
  readonly schema: Schema;
  readonly busy: boolean;
  readonly onSave: (input: JsonObject) => void;
  readonly onCancel: () => void;
}

type Read = { readonly input: JsonObject } | { readonly problem: string };

/** The arguments as a form of the tool's schema, or as JSON, over one value. Main checks them against the tool and shows them again before anything is sent. */
export function ArgumentsEditor({ input, schema, busy, onSave, onCancel }: ArgumentsEditorProps) {
  const [typed, setTyped] = useState(() => JSON.stringify(input, undefined, 2));
  const [asForm, setAsForm] = useState(schema !== undefined && isJsonObject(input));
  const [broken, setBroken] = useState<readonly string[]>([]);
  const read = readArguments(typed);
  const root = useRef<HTMLDivElement>(null);
  // Where no text field takes it, the editor itself has the focus: the keys of the prompt around would answer.
  useEffect(() => {
    if (root.current?.contains(document.activeElement) === false) root.current.focus();
  }, []);
  const hasProblem = 'problem' in read || (asForm && broken.length > 0);
  const press = (event: KeyboardEvent) => {
    // The prompt around takes Escape for a denial; here it means: not this edit.
    if (event.key !== 'Escape' || isComposing(event.nativeEvent) || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <div
      ref={root}
      role="group"
      aria-label={words.edit}
      tabIndex={-1}
      className="flex flex-col gap-2 outline-none"
      onKeyDown={press}
    >
      {schema !== undefined && (
        <SegmentedControl
          className="self-start"
          label={modes.label}
          value={asForm ? 'form' : 'json'}
          onValueChange={(mode) => setAsForm(mode === 'form')}
          options={[
            // What is no JSON cannot be shown by a form; it stays until it is mended.
            { value: 'form', label: modes.form, disabled: 'problem' in read },
            { value: 'json', label: modes.json, disabled: asForm && broken.length > 0 },
          ]}
        />
      )}
      {asForm && schema !== undefined && 'input' in read ? (
        <SchemaForm
          schema={schema}
          value={read.input}
          mismatches={[]}
          onValue={(value) => setTyped(JSON.stringify(value ?? {}, undefined, 2))}
          onBroken={setBroken}
        />
      ) : (
        <TextArea
          mono
          autoFocus
          rows={Math.min(14, Math.max(4, typed.split('\n').length))}
          label={words.editLabel}
          value={typed}
          onValueChange={setTyped}
          error={'problem' in read ? read.problem : undefined}
          help={words.editHelp}
        />
      )}
      <div className="flex gap-2">
        <Button
          size="small"
          tone="primary"
          busy={busy}
          disabled={hasProblem}
          onClick={() => {
            if ('input' in read) onSave(read.input);
          }}
        >
          {words.save}
        </Button>
        <Button size="small" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}

function readArguments(value: string): Read {
  try {
    const input: unknown = JSON.parse(value);
    return isJsonObject(input) ? { input } : { problem: words.notObject };
  } catch (error) {
    return { problem: words.notJson(messageOf(error)) };
  }
}
