import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { person, renderWindow, serverState, wireError } from '../../../testing/scripted-bridge.tsx';
import type { Script } from '../../../testing/scripted-bridge.tsx';
import { ServerCare } from './server-care.tsx';

const words = serverSetupTexts.care;
const add = serverSetupTexts.add;
const server = serverState({ name: 'docs' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

async function openCare(inspected: object, script: Script = {}, given = server) {
  const user = person();
  let entered = 0;
  let reviewed = 0;
  const shown = await renderWindow(
    <ServerCare server={given} onValues={() => (entered += 1)} onReview={() => (reviewed += 1)} />,
    {
      'serverSetup.inspect': () => ({
        variables: [],
        plainSecrets: [],
        hasKeychain: true,
        ...inspected,
      }),
      ...script,
    },
  );
  return { ...shown, user, entered: () => entered, reviewed: () => reviewed };
}

describe('what is to be put right about a stored server', () => {
  it('names each variable without a value before anything starts, and asks for what the keychain keeps [UI-32.stored]', async () => {
    const { user, entered } = await openCare({
      variables: [
        { kind: 'env', name: 'REGION', places: ['argument 2'], isSet: false },
        { kind: 'secret', name: 'docs-token', places: [], isSet: false },
        { kind: 'env', name: 'HOME', places: [], isSet: true },
      ],
    });
    expect(await screen.findByText(words.unset('REGION', ['argument 2']))).toBeTruthy();
    expect(screen.getByText(words.asked(['docs-token']))).toBeTruthy();
    expect(screen.queryByText(/HOME/)).toBeNull();
    await user.click(button(serverSetupTexts.values.enter));
    expect(entered()).toBe(1);
  });

  it('offers to review what was never reviewed [SE-30.import]', async () => {
    const imported = serverState({ name: 'docs', trusted: false, enabled: false });
    const { user, reviewed } = await openCare({}, {}, imported);
    expect(screen.getByText(words.toReview)).toBeTruthy();
    await user.click(button(text.servers.form.reviewCommand));
    expect(reviewed()).toBe(1);
  });

  it('moves secrets to the keychain by a press, and offers nothing where there is none [UI-32.move]', async () => {
    const plain = ['the environment value TOKEN'];
    const { user, bridge } = await openCare(
      { plainSecrets: plain },
      { 'serverSetup.moveSecrets': () => ({ outcome: 'started' }) },
    );
    expect((await screen.findByRole('region', { name: words.title })).textContent).toContain(
      words.plainSecrets(plain),
    );
    await user.click(button(words.move));
    expect(bridge.inputs('serverSetup.moveSecrets')).toEqual([{ serverId: server.id }]);
    cleanup();
    await openCare({ plainSecrets: plain, hasKeychain: false });
    expect((await screen.findByRole('region', { name: words.title })).textContent).toContain(
      words.noKeychain,
    );
    expect(screen.queryByRole('button', { name: words.move })).toBeNull();
  });

  it('looks the latest version up only when asked, says why it could not, and pins by one press [SE-35.latest]', async () => {
    let offline = true;
    const { user, bridge } = await openCare(
      { unpinned: { ecosystem: 'npm', name: 'docs-mcp' } },
      {
        'serverSetup.latestVersion': () => {
          if (offline) throw wireError('registry.failed', 'npm could not be asked. Offline.');
          return { version: '2.3.1', host: 'registry.example' };
        },
        'serverSetup.pin': () => ({ outcome: 'started' }),
      },
    );
    await screen.findByText(serverSetupTexts.reading.unpinned);
    expect(bridge.inputs('serverSetup.latestVersion')).toEqual([]);
    await user.click(button(add.latest));
    expect((await screen.findByRole('alert')).textContent).toContain(
      text.errors['registry.failed'],
    );
    offline = false;
    await user.click(button(add.latest));
    expect(await screen.findByText(add.latestFrom('registry.example'))).toBeTruthy();
    expect(bridge.inputs('serverSetup.pin')).toEqual([]);
    await user.click(button(add.pinTo('2.3.1')));
    expect(bridge.inputs('serverSetup.pin')).toEqual([{ serverId: server.id, version: '2.3.1' }]);
  });
});
