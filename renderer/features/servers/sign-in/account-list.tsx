import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ServerSignIn } from '../../../../shared/mcp/sign-in.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const words = text.signIn;
const nameOf = (label: string): string => (label === '' ? words.noLabel : label);

/** The accounts of a server: which one is used, and the ways to another. */
export function AccountList({
  state,
  onAdd,
}: {
  readonly state: ServerSignIn;
  /** A new account is in use and waits to be signed in. */
  readonly onAdd: () => void;
}) {
  const ipc = useIpc();
  const { serverId, account: inUse, accounts } = state;
  const [isAdding, setAdding] = useState(false);
  const choose = useAction((account: string) =>
    ipc.call('signIns.chooseAccount', { serverId, account }),
  );
  const remove = useAction((account: string) =>
    ipc.call('signIns.removeAccount', { serverId, account }),
  );
  const busy = choose.busy || remove.busy;
  const failed = choose.error ?? remove.error;
  return (
    <div className="flex flex-col gap-2">
      {(accounts.length > 1 || inUse !== '') && (
        <ul
          aria-label={words.accounts}
          className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
        >
          {accounts.map(({ label, isSignedIn, issuer }) => (
            <li key={label} className="flex min-h-9 items-center gap-2 px-3.5 py-1.5">
              <span className="min-w-0 flex-1">
                <ExactText value={nameOf(label)} className="font-medium" />{' '}
                <span className="text-small text-subtle">
                  {isSignedIn ? words.accountSignedIn : words.accountSignedOut}
                  {issuer !== undefined && ` ${words.at(issuer)}`}
                </span>
              </span>
              {label === inUse ? (
                <Badge tone="accent">{words.inUse}</Badge>
              ) : (
                <Button
                  size="small"
                  aria-label={words.useAccount(nameOf(label))}
                  busy={busy}
                  onClick={() => void choose.run(label)}
                >
                  {words.use}
                </Button>
              )}
              <IconButton
                icon={Trash2}
                size="small"
                label={words.removeAccount(nameOf(label))}
                disabled={busy}
                onClick={() => void remove.run(label)}
              />
            </li>
          ))}
        </ul>
      )}
      {failed !== undefined && (
        <ErrorBox role="alert" sentence={failed.sentence} details={failed.details} />
      )}
      {isAdding ? (
        <AddAccount
          taken={accounts.map(({ label }) => label)}
          busy={choose.busy}
          onClose={() => setAdding(false)}
          onAdd={async (label) => {
            if (!(await choose.run(label))) return;
            setAdding(false);
            onAdd();
          }}
        />
      ) : (
        <Button className="self-start" onClick={() => setAdding(true)}>
          {words.addAccount}
        </Button>
      )}
    </div>
  );
}

interface AddAccountProps {
  readonly taken: readonly string[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onAdd: (label: string) => Promise<void>;
}

function AddAccount({ taken, busy, onClose, onAdd }: AddAccountProps) {
  const [label, setLabel] = useState('');
  const isTaken = taken.includes(label.trim());
  return (
    <form
      aria-label={words.addAccount}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() !== '' && !isTaken) void onAdd(label.trim());
      }}
    >
      <TextField
        label={words.accountName}
        help={words.accountHelp}
        autoFocus
        maxLength={80}
        value={label}
        onValueChange={setLabel}
        error={label.trim() !== '' && isTaken ? words.accountTaken : undefined}
      />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button tone="primary" type="submit" busy={busy} disabled={label.trim() === '' || isTaken}>
          {words.add}
        </Button>
      </div>
    </form>
  );
}
