import { useState, type KeyboardEvent } from 'react';
import type { ComposerPrompt, Mention } from '../../../../../shared/ipc/routes/composer.ts';
import { composerTexts as words } from '../../../../../shared/texts/en/composer.ts';
import { CompletingField } from '../../../../lib/completing-field.tsx';
import { isComposing } from '../../../../lib/is-composing.ts';
import { useAction } from '../../../../lib/use-action.ts';
import { expandTemplate, templateVariables } from '../../../../lib/uri-template.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorBox } from '../../../../ui/error-box.tsx';
import { ExactText } from '../../../../ui/exact-text.tsx';

type Values = Readonly<Record<string, string>>;
type TemplateMention = Extract<Mention, { kind: 'template' }>;

/** What wants values before it can be put into the message. */
export type Wanted =
  | { readonly kind: 'prompt'; readonly prompt: ComposerPrompt }
  | { readonly kind: 'template'; readonly template: TemplateMention };

export interface ValuesDialogProps {
  readonly of: Wanted;
  readonly onClose: () => void;
  /** Puts it into the message; rejects with the reason when that cannot be. */
  readonly onPrompt: (prompt: ComposerPrompt, values: Values) => Promise<void>;
  readonly onResource: (template: TemplateMention, uri: string) => Promise<void>;
}

/** Arguments of a prompt, or the variables of an address, with what the server proposes for them. */
export function ValuesDialog({ of, onClose, onPrompt, onResource }: ValuesDialogProps) {
  const [values, setValues] = useState<Values>({});
  const { fields, serverId, title, note, action, ref } = wantedOf(of);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const missing = fields.filter(({ name, required }) => required && given[name] === undefined);
  const insert = useAction(async () => {
    if (of.kind === 'prompt') await onPrompt(of.prompt, given);
    else await onResource(of.template, expandTemplate(of.template.uriTemplate, given));
    onClose();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    if (isComposing(event.nativeEvent) || missing.length > 0) return;
    event.preventDefault();
    void insert.run();
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={onClose}
      title={<ExactText value={title} />}
      description={note}
      foot={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            tone="primary"
            keys={['Mod', 'Enter']}
            busy={insert.busy}
            disabled={missing.length > 0}
            {...(missing.length > 0
              ? { title: words.missing(missing.map(({ name }) => name).join(', ')) }
              : {})}
            onClick={() => void insert.run()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div onKeyDown={onKeyDown} className="flex flex-col gap-3">
        {fields.map(({ name, description, required }) => (
          <CompletingField
            key={name}
            serverId={serverId}
            completionRef={ref}
            name={name}
            note={required ? words.required : ''}
            description={description}
            value={values[name] ?? ''}
            others={Object.fromEntries(Object.entries(given).filter(([other]) => other !== name))}
            onValue={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        {of.kind === 'template' && (
          <p className="text-small text-subtle">
            {words.address}{' '}
            <ExactText
              value={expandTemplate(of.template.uriTemplate, given)}
              className="font-mono text-code"
            />
          </p>
        )}
        {insert.error !== undefined && (
          <ErrorBox role="alert" sentence={insert.error.sentence} details={insert.error.details} />
        )}
      </div>
    </Dialog>
  );
}

function wantedOf(of: Wanted) {
  if (of.kind === 'prompt') {
    const { prompt } = of;
    return {
      fields: prompt.arguments,
      serverId: prompt.serverId,
      title: words.promptTitle(prompt.title ?? prompt.name, prompt.serverName),
      note: words.promptNote,
      action: words.insert,
      ref: { type: 'ref/prompt', name: prompt.name } as const,
    };
  }
  const { template } = of;
  return {
    fields: templateVariables(template.uriTemplate).map((name) => ({
      name,
      description: undefined,
      required: false,
    })),
    serverId: template.serverId,
    title: words.promptTitle(template.name, template.serverName),
    note: words.templateNote,
    action: words.attachResource,
    ref: { type: 'ref/resource', uri: template.uriTemplate } as const,
  };
}
