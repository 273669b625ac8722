import { Trash2 } from 'lucide-react';
import { serverAsks } from '../../../../shared/mcp/server-asks.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction, type Action } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card, CardGroup, CardRow } from '../../../ui/card.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useInspected } from '../care/use-inspected.ts';
import { startTimeouts } from '../form/server-form.ts';
import { LimitRow } from './limit-row.tsx';
import { CaFileRow } from './network-row.tsx';
import { ScopeRow } from './scope-row.tsx';
import { SignInGroup } from './sign-in-group.tsx';
import { useConfigure, type Configure } from './use-configure.ts';
import { BundleRow, PackageRow } from './version-rows.tsx';

const words = text.servers.settings;
const USUAL_CALL_LIMIT = 60_000;
const callLimits = [30_000, USUAL_CALL_LIMIT, 300_000, 900_000, 3_600_000];

export interface SettingsTabProps {
  readonly server: ServerState;
  readonly setEnabled: Action<[enabled: boolean]>;
  readonly onEdit: () => void;
  readonly onValues: () => void;
  readonly onRemove: () => void;
}

/** What is set about a server beside its definition, each thing at once. */
export function SettingsTab(props: SettingsTabProps) {
  const { server } = props;
  const configure = useConfigure(server.id);
  const isOwn = server.origin === 'user';
  return (
    <div className="flex max-w-[720px] flex-col gap-5">
      {configure.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={configure.error.sentence}
          details={configure.error.details}
          actions={
            <LinkButton onClick={configure.clearError}>{text.servers.page.dismiss}</LinkButton>
          }
        />
      )}
      {configure.isCancelled && <Notice>{words.cancelled}</Notice>}
      <UseGroup {...props} configure={configure} />
      <LimitsGroup server={server} configure={configure} />
      <TrustGroup server={server} configure={configure} />
      {isOwn && <VersionGroup server={server} />}
      {'url' in server.definition && (
        <CardGroup title={words.network}>
          <Card>
            <div>
              <CaFileRow server={server} />
            </div>
          </Card>
        </CardGroup>
      )}
      {'url' in server.definition && <SignInGroup serverId={server.id} />}
      {isOwn && <DefinitionGroup {...props} />}
    </div>
  );
}

type Part = { readonly server: ServerState; readonly configure: Configure };

function UseGroup({ server, setEnabled, configure }: SettingsTabProps & Part) {
  const { sharing } = server.settings;
  return (
    <CardGroup title={words.use}>
      <Card>
        <CardRow title={words.enabled} note={words.enabledNote}>
          <Switch
            label={words.enabled}
            checked={server.enabled}
            disabled={setEnabled.busy}
            onCheckedChange={(enabled) => void setEnabled.run(enabled)}
          />
        </CardRow>
        <ScopeRow server={server} configure={configure} />
        {server.origin === 'user' && (
          <CardRow title={words.sharing} note={words.sharingNote[sharing]}>
            <SegmentedControl<'shared' | 'per-session'>
              label={words.sharing}
              value={sharing}
              onValueChange={(next) => void configure.run({ sharing: next })}
              options={(['shared', 'per-session'] as const).map((value) => ({
                value,
                label: words.sharings[value],
                disabled: configure.busy,
              }))}
            />
          </CardRow>
        )}
      </Card>
    </CardGroup>
  );
}

function LimitsGroup({ server, configure }: Part) {
  const { toolTimeoutMs = USUAL_CALL_LIMIT } = server.settings;
  return (
    <CardGroup title={words.limits}>
      <Card>
        {server.origin === 'user' && (
          <LimitRow
            title={words.startLimit}
            note={words.startLimitNote}
            value={server.startTimeoutMs}
            choices={startTimeouts}
            disabled={configure.busy}
            onChange={(startTimeoutMs) => void configure.run({ startTimeoutMs })}
          />
        )}
        <LimitRow
          title={words.callLimit}
          note={words.callLimitNote}
          value={toolTimeoutMs}
          choices={callLimits}
          usual={USUAL_CALL_LIMIT}
          disabled={configure.busy}
          onChange={(limit) =>
            void configure.run({ toolTimeoutMs: limit === USUAL_CALL_LIMIT ? null : limit })
          }
        />
      </Card>
    </CardGroup>
  );
}

function TrustGroup({ server, configure }: Part) {
  const ipc = useIpc();
  const { trustHints, refuses = [] } = server.settings;
  const trust = useAction((next: boolean) =>
    ipc.call('permissions.trustHints', { serverId: server.id, trust: next }),
  );
  return (
    <CardGroup title={words.trust}>
      <Card>
        <CardRow title={words.trustHints} note={words.trustHintsNote}>
          <Switch
            label={words.trustHints}
            checked={trustHints}
            disabled={trust.busy}
            onCheckedChange={(next) => void trust.run(next)}
          />
        </CardRow>
        {server.origin === 'user' &&
          serverAsks.map((ask) => (
            <CardRow key={ask} title={words.asks[ask]} note={words.asksNotes[ask]}>
              <Switch
                label={words.asks[ask]}
                checked={!refuses.includes(ask)}
                disabled={configure.busy}
                onCheckedChange={(may) => {
                  const others = refuses.filter((one) => one !== ask);
                  void configure.run({ refuses: may ? others : [...others, ask] });
                }}
              />
            </CardRow>
          ))}
      </Card>
      {server.origin === 'user' && <p className="text-small text-subtle">{words.asksRestart}</p>}
      {trust.error !== undefined && (
        <ErrorBox role="alert" sentence={trust.error.sentence} details={trust.error.details} />
      )}
    </CardGroup>
  );
}

function VersionGroup({ server }: { readonly server: ServerState }) {
  const inspected = useInspected(server);
  const isBundle = server.settings.source?.kind === 'bundle';
  const hasPackage = inspected?.pinned !== undefined || inspected?.unpinned !== undefined;
  if (!isBundle && !hasPackage) return null;
  return (
    <CardGroup title={words.updates}>
      <Card>
        {isBundle && <BundleRow server={server} />}
        {inspected !== undefined && hasPackage && (
          <PackageRow serverId={server.id} inspected={inspected} />
        )}
      </Card>
    </CardGroup>
  );
}

function DefinitionGroup({ server, onEdit, onValues, onRemove }: SettingsTabProps) {
  const { source } = server.settings;
  return (
    <CardGroup title={words.definition}>
      <Card>
        <CardRow
          title={'url' in server.definition ? words.editAddress : words.editCommand}
          note={
            <>
              <span className="block">
                {'url' in server.definition ? words.editAddressNote : words.editCommandNote}
              </span>
              {source !== undefined && source.kind !== 'bundle' && (
                <span className="block">{words.cameFrom[source.kind](source.detail)}</span>
              )}
            </>
          }
        >
          <Button onClick={onEdit}>{words.edit}</Button>
        </CardRow>
        <CardRow title={words.values} note={words.valuesNote}>
          <Button onClick={onValues}>{words.openValues}</Button>
        </CardRow>
        <CardRow title={words.remove} note={words.removeNote}>
          <Button
            className="!text-danger-text"
            icon={<Icon of={Trash2} size={14} />}
            onClick={onRemove}
          >
            {words.remove}
          </Button>
        </CardRow>
      </Card>
    </CardGroup>
  );
}
