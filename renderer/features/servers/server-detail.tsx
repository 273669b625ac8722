import { Braces, Copy, Ellipsis, KeyRound, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../shared/texts/en/server-setup.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { announce } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { formFromServer, submission } from './form/server-form.ts';
import { BenchTabs, type RenderBench } from './bench-tabs.tsx';
import { detailTabs, type Tab } from './detail-tabs.ts';
import { CommandFixes } from './doctor/command-fixes.tsx';
import { LaunchDoctor } from './launch-doctor.tsx';
import { serverShellCommand } from '../../../shared/mcp/launch-doctor.ts';
import { LogsTab } from './logs-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RemoveServerDialog } from './remove-server-dialog.tsx';
import { waitsForReview } from './server-view.ts';
import { ServerCare } from './care/server-care.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';
import { SignInSection } from './sign-in/sign-in-section.tsx';
import { StateLine } from './state-line.tsx';
import { ToolsTab } from './tools-tab.tsx';

export interface ServerDetailProps {
  readonly server: ServerState;
  readonly platform: string;
  readonly onEdit: () => void;
  /** Opens what is asked for once and kept in the keychain. */
  readonly onValues: () => void;
  readonly onRemoved: () => void;
  readonly renderBench?: RenderBench | undefined;
}

const words = text.servers;

/** One server: state with its reason, what may be done, and its tabs. Give it the server's id as key. */
export function ServerDetail(props: ServerDetailProps) {
  const { server, platform, onEdit, onValues, onRemoved, renderBench } = props;
  const ipc = useIpc();
  const serverId = server.id;
  const restart = useAction(() => ipc.call('servers.restart', { serverId }));
  const setEnabled = useAction((enabled: boolean) =>
    ipc.call('servers.setEnabled', { serverId, enabled }),
  );
  const allowLonger = useAction((startTimeoutMs: number) =>
    ipc.call('servers.update', {
      serverId,
      ...submission({ ...formFromServer(server), startTimeoutMs }),
    }),
  );
  const exportOne = useAction(async () => {
    const { text: json, leftOut } = await ipc.call('serverSetup.export', { serverIds: [serverId] });
    await navigator.clipboard.writeText(json);
    announce(serverSetupTexts.export.copied(leftOut));
  });
  const [removing, setRemoving] = useState(false);
  // Until the person chooses, the tab follows the state: tools are what one comes for, the overview explains a failure.
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tab = chosen ?? (server.status === 'connected' ? 'tools' : 'overview');
  const review = waitsForReview(server);
  const shell = serverShellCommand(server, platform);
  const failed = [restart, setEnabled, allowLonger, exportOne].find(
    (action) => action.error !== undefined,
  );
  const busy = restart.busy || setEnabled.busy || allowLonger.busy;

  return (
    <section aria-label={server.name} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="px-5 pt-3.5">
        <div className="flex items-start gap-2.5">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="min-w-0 text-title tracking-[-0.01em] [overflow-wrap:anywhere]">
              {server.name}
            </h2>
            <Badge tone="outline">{words.transport[server.definition.type]}</Badge>
            {server.era !== undefined && (
              <Badge tone="outline">{words.era(server.era, server.protocolVersion)}</Badge>
            )}
          </div>
          {review ? (
            <Button tone="primary" busy={setEnabled.busy} onClick={() => void setEnabled.run(true)}>
              {words.overview.review}
            </Button>
          ) : (
            server.enabled && (
              <Button
                busy={restart.busy}
                icon={<Icon of={RefreshCw} size={14} />}
                onClick={() => void restart.run()}
              >
                {server.status === 'connected' ? words.actions.restart : words.actions.startAgain}
              </Button>
            )
          )}
          {(server.origin === 'user' || shell !== null) && (
            <Menu
              align="end"
              label={words.actions.more}
              trigger={<IconButton icon={Ellipsis} label={words.actions.more} />}
            >
              {server.origin === 'user' && (
                <>
                  <MenuItem icon={Pencil} label={words.actions.edit} onSelect={onEdit} />
                  <MenuItem
                    icon={KeyRound}
                    label={serverSetupTexts.values.open}
                    onSelect={onValues}
                  />
                  <MenuItem
                    icon={Braces}
                    label={serverSetupTexts.export.copy}
                    onSelect={() => void exportOne.run()}
                  />
                </>
              )}
              {shell !== null && (
                <MenuItem
                  icon={Copy}
                  label={words.actions.copyCommand}
                  onSelect={() => void copyText(shell)}
                />
              )}
              {server.origin === 'user' && (
                <>
                  <MenuSeparator />
                  <MenuItem
                    danger
                    icon={Trash2}
                    label={words.actions.remove}
                    onSelect={() => setRemoving(true)}
                  />
                </>
              )}
            </Menu>
          )}
          <span className="flex h-(--control) items-center">
            <Switch
              label={words.actions.enable(server.name)}
              checked={server.enabled}
              disabled={setEnabled.busy}
              onCheckedChange={(enabled) => void setEnabled.run(enabled)}
            />
          </span>
        </div>
        <StateLine server={server} />
        {failed?.error !== undefined && (
          <ErrorBox
            role="alert"
            className="mb-2"
            sentence={failed.error.sentence}
            details={failed.error.details}
            actions={<LinkButton onClick={failed.clearError}>{words.page.dismiss}</LinkButton>}
          />
        )}
      </header>
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onValueChange={setChosen}
        className="flex min-h-0 flex-1 flex-col"
        listClassName="mx-5"
        tabs={detailTabs(server, renderBench !== undefined)}
      >
        <TabPanel value="overview" className={panel}>
          <div className="flex flex-col gap-5">
            {server.status === 'failed' && server.failure !== undefined && (
              <LaunchDoctor
                server={server}
                platform={platform}
                busy={busy}
                onTryAgain={() => void restart.run()}
                onReview={() => void setEnabled.run(true)}
                onEdit={onEdit}
                onValues={onValues}
                onAllowLonger={(limit) => void allowLonger.run(limit)}
                commandFixes={<CommandFixes server={server} />}
              />
            )}
            <ServerCare
              server={server}
              onValues={onValues}
              onReview={() => void setEnabled.run(true)}
            />
            <SignInSection server={server} onEdit={onEdit} />
            <OverviewTab server={server} />
          </div>
        </TabPanel>
        <TabPanel value="tools" className={panel}>
          <ToolsTab server={server} />
        </TabPanel>
        <TabPanel value="logs" className={panel}>
          <LogsTab server={server} />
        </TabPanel>
        <TabPanel value="settings" className={panel}>
          <SettingsTab
            server={server}
            setEnabled={setEnabled}
            onEdit={onEdit}
            onValues={onValues}
            onRemove={() => setRemoving(true)}
          />
        </TabPanel>
        {renderBench !== undefined && <BenchTabs server={server} renderBench={renderBench} />}
      </Tabs>
      {removing && (
        <RemoveServerDialog
          server={server}
          onClose={() => setRemoving(false)}
          onRemoved={onRemoved}
        />
      )}
    </section>
  );
}

const panel = 'thin-scroll min-h-0 flex-1 overflow-y-auto px-5 pt-3.5 pb-6 outline-none';

async function copyText(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    announce(text.ui.copied);
  } catch {
    // Nothing was copied and nothing is said; the doctor and the overview show the same text to select.
  }
}
