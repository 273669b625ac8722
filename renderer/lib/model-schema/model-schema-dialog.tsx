import { useState } from 'react';
import {
  MOST_CHANGES,
  type SchemaChange,
} from '../../../shared/agent/tool-schema/schema-changes.ts';
import type { ToolInfo } from '../../../shared/mcp/tool.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { modelSchema as modelSchemaTexts } from '../../../shared/texts/en/model-schema.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionChange } from '../../ui/definition-change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { adaptationsOf, type Adaptation } from './adaptations.ts';
import { remoteKinds, type RemoteKind } from './remote-kinds.ts';

const words = modelSchemaTexts;
const kindNames = settingsTexts.providers.kinds;

export interface ModelSchemaDialogProps {
  readonly tool: ToolInfo;
  /** The kind that is shown first. */
  readonly kind?: RemoteKind | undefined;
  readonly onClose: () => void;
}

/** How a tool's schema goes to each kind of provider: what is changed and what it was, or why the tool is left out. */
export function ModelSchemaDialog({ tool, kind, onClose }: ModelSchemaDialogProps) {
  const [chosen, setChosen] = useState<RemoteKind>(kind ?? 'anthropic');
  const adaptation = adaptationsOf(tool.inputSchema).find((one) => one.kind === chosen);
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words.title(tool.title ?? tool.name)}
      description={words.description}
      foot={
        <>
          <span className="flex-1" />
          <Button autoFocus onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <SegmentedControl<RemoteKind>
        label={words.kind}
        value={chosen}
        onValueChange={setChosen}
        options={remoteKinds.map((value) => ({ value, label: kindNames[value] }))}
        className="self-start"
      />
      {adaptation !== undefined && <Adapted tool={tool} adaptation={adaptation} />}
    </Dialog>
  );
}

function Adapted({
  tool,
  adaptation,
}: {
  readonly tool: ToolInfo;
  readonly adaptation: Adaptation;
}) {
  if ('reason' in adaptation)
    return <Notice tone="warning">{words.isLeftOut(adaptation.reason)}</Notice>;
  const { schema, changes } = adaptation;
  if (changes.length === 0) return <p className="text-muted">{words.same}</p>;
  return (
    <>
      <p role="status" className="text-small text-subtle">
        {changes.length < MOST_CHANGES ? words.changes(changes.length) : words.most(MOST_CHANGES)}
      </p>
      <ul
        aria-label={words.list}
        tabIndex={0}
        className="thin-scroll max-h-44 flex-none overflow-y-auto rounded-control border border-line bg-inset px-2.5 py-1.5"
      >
        {changes.map((change) => (
          <ChangeLine key={`${change.kind} ${change.path}`} change={change} />
        ))}
      </ul>
      <DefinitionChange
        before={{ inputSchema: tool.inputSchema, annotations: {} }}
        after={{ inputSchema: schema, annotations: {} }}
      />
    </>
  );
}

function ChangeLine({ change }: { readonly change: SchemaChange }) {
  return (
    <li className="flex items-baseline gap-2 py-0.5">
      <span className="min-w-0 flex-1 font-mono text-code [overflow-wrap:anywhere]">
        {change.path === '' ? words.whole : <ExactText value={change.path} />}
      </span>
      <span className="flex-none text-small text-subtle">{words.kinds[change.kind]}</span>
    </li>
  );
}
