import { useState } from 'react';
import { useStore } from 'zustand';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { dropInstallLink, installLinks } from '../../lib/install-links.ts';
import { AddServerDialog, LinkDialog, type LeftAddition } from './add/add-server-dialog.tsx';
import { ServerDialog } from './form/server-dialog.tsx';
import { emptyForm } from './form/server-form.ts';
import { ImportDialog } from './import/import-dialog.tsx';
import { SourceDialog } from './source/source-dialog.tsx';
import { ValuesDialog } from './values/values-dialog.tsx';

/** The dialog that is open over the page. */
export type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'import' }
  | { readonly kind: 'source' }
  | { readonly kind: 'edit' | 'values'; readonly serverId: string };

const nothingLeft: LeftAddition = { tab: 'paste', source: '', form: emptyForm };

export interface PageDialogsProps {
  readonly dialog: OpenDialog | null;
  readonly servers: readonly ServerState[];
  readonly platform: string;
  readonly onClose: () => void;
  readonly onAdded: (serverId: string) => void;
}

/** The dialogs of the servers page, one at a time; an install link comes before what the person opened. */
export function PageDialogs({ dialog, servers, platform, onClose, onAdded }: PageDialogsProps) {
  const link = useStore(installLinks, ({ readings }) => readings[0]);
  const [left, setLeft] = useState<LeftAddition>(nothingLeft);
  const takenKeys = new Set(servers.map((server) => server.key));
  if (link !== undefined) {
    const drop = () => dropInstallLink(link.readingId);
    return (
      <LinkDialog
        key={link.readingId}
        reading={link}
        onClose={drop}
        onAdded={(serverId) => {
          drop();
          onAdded(serverId);
        }}
      />
    );
  }
  if (dialog === null) return null;
  if (dialog.kind === 'import') return <ImportDialog onClose={onClose} onAdded={onAdded} />;
  if (dialog.kind === 'source') return <SourceDialog onClose={onClose} />;
  if (dialog.kind === 'add') {
    return (
      <AddServerDialog
        left={left}
        takenKeys={takenKeys}
        platform={platform}
        onClose={(next) => {
          setLeft(next);
          onClose();
        }}
        onAdded={(serverId) => {
          setLeft(nothingLeft);
          onAdded(serverId);
        }}
      />
    );
  }
  const server = servers.find(({ id }) => id === dialog.serverId);
  if (server === undefined) return null;
  if (dialog.kind === 'values') return <ValuesDialog server={server} onClose={onClose} />;
  return (
    <ServerDialog
      key={server.id}
      server={server}
      takenKeys={takenKeys}
      platform={platform}
      onClose={onClose}
      onStarted={onAdded}
    />
  );
}
