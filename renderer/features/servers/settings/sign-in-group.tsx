import { useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useSignIn } from '../../../lib/use-sign-in.ts';
import { CardGroup } from '../../../ui/card.tsx';
import { ClientForm } from '../sign-in/client-form.tsx';
import { SignInChoices } from '../sign-in/sign-in-choices.tsx';

/** How one signs in to a server behind an address, also before it asked for it: the way back, and the client. */
export function SignInGroup({ serverId }: { readonly serverId: string }) {
  const { state } = useSignIn(serverId);
  const [isClientOpen, setClientOpen] = useState(false);
  if (state === undefined) return null;
  return (
    <CardGroup title={text.servers.settings.signIn}>
      <div className="flex flex-col gap-3 rounded-card border border-line bg-raised px-3.5 py-3">
        <SignInChoices
          state={state}
          onChangeClient={isClientOpen ? undefined : () => setClientOpen(true)}
        />
      </div>
      {isClientOpen && (
        <ClientForm
          state={state}
          askedBy={undefined}
          onSaved={() => setClientOpen(false)}
          onClose={() => setClientOpen(false)}
        />
      )}
    </CardGroup>
  );
}
