import { useState } from 'react';
import type { ServerSignIn } from '../../../../shared/mcp/sign-in.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';

const words = text.signIn;
/** What a client must be registered with, for both ways back. */
const addresses = ['http://127.0.0.1/callback', 'parley://oauth/callback'];

export interface ClientFormProps {
  readonly state: ServerSignIn;
  /** Who wants the client, when a sign-in just failed for want of one. */
  readonly askedBy: string | undefined;
  /** After it was saved; a sign-in that was stopped goes on. */
  readonly onSaved: () => void;
  readonly onClose: (() => void) | undefined;
}

/** Id and secret of a client that was registered by hand. */
export function ClientForm({ state, askedBy, onSaved, onClose }: ClientFormProps) {
  const ipc = useIpc();
  const { serverId, client } = state;
  const [id, setId] = useState(client.id ?? '');
  const [secret, setSecret] = useState('');
  const [isTried, setTried] = useState(false);
  const save = useAction(() =>
    ipc.call('signIns.setClient', {
      serverId,
      clientId: id.trim(),
      ...(secret === '' ? {} : { clientSecret: secret }),
    }),
  );
  const submit = async () => {
    setTried(true);
    if (id.trim() === '') return;
    if (await save.run()) onSaved();
  };
  const isAsked = askedBy !== undefined;
  const isSame = client.id === id.trim();
  const storage = useAppData((data) => data.info?.secretStorage);
  const fresh = storage === 'memory' ? 'missing-memory' : 'missing';
  return (
    <form
      aria-label={isAsked ? words.clientAsked(askedBy) : words.client}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isAsked && (
        <div>
          <h4 className="font-medium [overflow-wrap:anywhere]">{words.clientAsked(askedBy)}</h4>
          <p className="text-small text-pretty text-subtle">{words.clientAskedNote}</p>
        </div>
      )}
      <TextField
        label={words.clientId}
        mono
        value={id}
        onValueChange={setId}
        error={isTried && id.trim() === '' ? words.clientIdMissing : undefined}
      />
      <SecretField
        label={words.clientSecret}
        value={secret}
        onValueChange={setSecret}
        help={words.secretHelp[isSame && client.secret !== 'missing' ? client.secret : fresh]}
      />
      <div className="text-small text-subtle">
        {words.redirectAddresses}
        {addresses.map((address) => (
          <code key={address} className="block text-code text-muted">
            {address}
          </code>
        ))}
      </div>
      {save.error !== undefined && (
        <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
      )}
      <div className="flex items-center justify-end gap-2">
        {onClose !== undefined && <Button onClick={onClose}>{words.cancel}</Button>}
        <Button tone="primary" type="submit" busy={save.busy}>
          {isAsked ? words.saveAndSignIn : words.save}
        </Button>
      </div>
    </form>
  );
}
