import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import type { ServerReading } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';

const words = serverSetupTexts.add;

/** One version and nothing else, as main takes it. */
const exactVersion = /^\d[\w.+!-]{0,99}$/;

export type Unpinned = NonNullable<ServerReading['entries'][number]['unpinned']>;

export interface PinOfferProps {
  readonly unpinned: Unpinned;
  readonly busy?: boolean;
  readonly onPin: (version: string) => void;
}

/** A package without a version: the latest one is looked up when the person asks, or one is typed; a press pins it. */
export function PinOffer({ unpinned, busy = false, onPin }: PinOfferProps) {
  const { ecosystem, name } = unpinned;
  const ipc = useIpc();
  const [typed, setTyped] = useState<string | null>(null);
  const [latest, setLatest] = useState<{ version: string; host: string } | null>(null);
  const lookUp = useAction(async () => {
    setLatest(await ipc.call('serverSetup.latestVersion', { ecosystem, name }));
  });
  return (
    <div className="flex flex-col gap-1 text-small">
      <p className="flex items-start gap-[5px] text-warning-text">
        <Icon of={TriangleAlert} size={12} className="mt-0.5" />
        <span>{serverSetupTexts.reading.unpinned}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-[17px]">
        {latest === null ? (
          <LinkButton
            size="small"
            disabled={lookUp.busy}
            title={words.latestNote(ecosystem)}
            onClick={() => void lookUp.run()}
          >
            {lookUp.busy ? words.latestBusy : words.latest}
          </LinkButton>
        ) : (
          <>
            <Button size="small" busy={busy} onClick={() => onPin(latest.version)}>
              {words.pinTo(latest.version)}
            </Button>
            <span className="text-subtle">{words.latestFrom(latest.host)}</span>
          </>
        )}
        {typed === null && (
          <LinkButton size="small" onClick={() => setTyped('')}>
            {words.pin}
          </LinkButton>
        )}
      </div>
      {lookUp.error !== undefined && (
        <ErrorBox role="alert" sentence={lookUp.error.sentence} details={lookUp.error.details} />
      )}
      {typed !== null && (
        <TypedVersion name={name} version={typed} busy={busy} onVersion={setTyped} onPin={onPin} />
      )}
    </div>
  );
}

function TypedVersion({
  name,
  version,
  busy,
  onVersion,
  onPin,
}: {
  readonly name: string;
  readonly version: string;
  readonly busy: boolean;
  readonly onVersion: (version: string) => void;
  readonly onPin: (version: string) => void;
}) {
  const valid = exactVersion.test(version.trim());
  return (
    <div className="flex items-center gap-1.5 pl-[17px]">
      <input
        type="text"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        aria-label={words.pinLabel(name)}
        placeholder={words.pinPlaceholder}
        value={version}
        onChange={(event) => onVersion(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          event.stopPropagation();
          if (valid) onPin(version.trim());
        }}
        className={`${inputClass} h-(--control-small) !w-32 font-mono !text-code`}
      />
      <Button size="small" busy={busy} disabled={!valid} onClick={() => onPin(version.trim())}>
        {words.pinApply}
      </Button>
      {version !== '' && !valid && <span className="text-muted">{words.pinWrong}</span>}
    </div>
  );
}
