import { useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { TriangleAlert } from 'lucide-react';

const words = text.serverSetup.add;

/** One version and nothing else, as main takes it. */
const exactVersion = /^\d[\w.+!-]{0,99}$/;

/** A package without a version, and a place to type one. Nothing is looked up in the network. */
export function PinOffer({
  name,
  onPin,
}: {
  readonly name: string;
  readonly onPin: (version: string) => void;
}) {
  const [version, setVersion] = useState<string | null>(null);
  const valid = version !== null && exactVersion.test(version.trim());
  return (
    <div className="flex flex-col gap-1 text-small">
      <p className="flex items-start gap-[5px] text-warning-text">
        <Icon of={TriangleAlert} size={12} className="mt-0.5" />
        <span>
          {text.serverSetup.reading.unpinned}{' '}
          {version === null && (
            <LinkButton size="small" onClick={() => setVersion('')}>
              {words.pin}
            </LinkButton>
          )}
        </span>
      </p>
      {version !== null && (
        <form
          className="flex items-center gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            if (valid) onPin(version.trim());
          }}
        >
          <input
            type="text"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            aria-label={words.pinLabel(name)}
            placeholder={words.pinPlaceholder}
            value={version}
            onChange={(event) => setVersion(event.target.value)}
            className={`${inputClass} h-(--control-small) !w-32 font-mono !text-code`}
          />
          <Button size="small" type="submit" disabled={!valid}>
            {words.pinApply}
          </Button>
          {version !== '' && !valid && <span className="text-muted">{words.pinWrong}</span>}
        </form>
      )}
    </div>
  );
}
