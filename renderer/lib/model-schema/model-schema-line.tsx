import { Braces, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ToolInfo } from '../../../shared/mcp/tool.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { modelSchema as modelSchemaTexts } from '../../../shared/texts/en/model-schema.ts';
import { useAppData } from '../app-data-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { adaptationsOf, isTelling } from './adaptations.ts';
import { ModelSchemaDialog } from './model-schema-dialog.tsx';
import type { RemoteKind } from './remote-kinds.ts';

const words = modelSchemaTexts;

/** Says below a tool that models of the person's providers get another schema, or not the tool; nothing where it goes as it is. */
export function ModelSchemaLine({ tool }: { readonly tool: ToolInfo }) {
  const [shown, setShown] = useState<RemoteKind | undefined>(undefined);
  // A text, so that the row is drawn anew only when the kinds are others.
  const kinds = useAppData((data) =>
    [...new Set(data.providers.map(({ kind }) => kind))].join(' '),
  );
  const used = adaptationsOf(tool.inputSchema).filter(({ kind }) =>
    kinds.split(' ').includes(kind),
  );
  const leftOut = used.filter((one) => 'reason' in one);
  const [first] = leftOut.length > 0 ? leftOut : used.filter(isTelling);
  if (first === undefined) return null;
  const names = new Intl.ListFormat('en').format(
    leftOut.map(({ kind }) => settingsTexts.providers.kinds[kind]),
  );
  return (
    <p
      className={`flex items-center gap-1 text-small ${leftOut.length > 0 ? 'text-warning-text' : 'text-subtle'}`}
    >
      <Icon of={leftOut.length > 0 ? TriangleAlert : Braces} size={12} />
      {leftOut.length > 0 ? words.leftOut(names) : words.adapted}
      <LinkButton
        size="small"
        className="ml-1"
        aria-label={words.showOf(tool.title ?? tool.name)}
        onClick={() => setShown(first.kind)}
      >
        {words.show}
      </LinkButton>
      {shown !== undefined && (
        <ModelSchemaDialog tool={tool} kind={shown} onClose={() => setShown(undefined)} />
      )}
    </p>
  );
}
