import { useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../../shared/lib/json.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';

const words = text.permissions.prompt;

export interface ArgumentsEditorProps {
  readonly input: unknown;
  readonly busy: boolean;
  readonly onSave: (input: JsonObject) => void;
  readonly onCancel: () => void;
}

type Read = { readonly input: JsonObject } | { readonly problem: string };

/** The arguments as JSON text. Main checks them against the tool and shows them again before anything is sent. */
export function ArgumentsEditor({ input, busy, onSave, onCancel }: ArgumentsEditorProps) {
  const [value, setValue] = useState(() => JSON.stringify(input, undefined, 2));
  const read = readArguments(value);
  const rows = Math.min(14, Math.max(4, value.split('\n').length));
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        mono
        autoFocus
        rows={rows}
        label={words.editLabel}
        value={value}
        onValueChange={setValue}
        error={'problem' in read ? read.problem : undefined}
        help={words.editHelp}
        onKeyDown={(event) => {
          // The prompt around takes Escape for a denial; here it means: not this edit.
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className="flex gap-2">
        <Button
          size="small"
          tone="primary"
          busy={busy}
          disabled={'problem' in read}
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
