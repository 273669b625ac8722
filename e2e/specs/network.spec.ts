import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { expect } from '../fixtures/index.ts';
import { scriptedModel, test } from '../fixtures/scripted-model.ts';
import { ConsentView } from '../pages/consent-view.ts';

const words = settingsTexts.network;
const certificates = new URL('../../main/lib/testing/certificates/', import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, certificates));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function join(near: Socket, port: number): void {
  const far = connect({ host: '127.0.0.1', port });
  for (const socket of [near, far]) socket.on('error', () => socket.destroy());
  near.pipe(far).pipe(near);
}

test('a company’s proxy and CA hold for tests and sessions once the person agreed [UI-8.settings, UI-8.runtime, UI-8.certificate]', async ({
  parley,
  pages,
  service,
}) => {
  const plain = Number(new URL(service.url).port);
  const front = createTlsServer({ cert: read('server.pem'), key: read('server.key') }, (socket) =>
    join(socket, plain),
  );
  const port = await listen(front);
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    join(socket, port);
  });
  const proxyPort = await listen(proxy);
  const url = `https://model.example.test${new URL(service.url).pathname}`;

  await pages.shell.openSettings();
  await pages.settings.section('network');
  const region = pages.settings.page.getByRole('region', { name: words.title, exact: true });
  const review = async (): Promise<void> => {
    await region.getByRole('button', { name: words.review }).click();
    const question = await ConsentView.open(parley.app);
    await expect(question.dialog).toContainText(`http://127.0.0.1:${String(proxyPort)}`);
    await question.accept();
    await expect(region.getByRole('status')).toHaveText(words.saved);
  };
  await region.getByRole('radio', { name: words.proxies.address }).click();
  await region.getByLabel(words.proxyAddress).fill(`http://127.0.0.1:${String(proxyPort)}`);
  await review();
  const draft = { name: 'Gateway', url, models: [scriptedModel] };
  const provider = await pages.settings.addProvider({ kind: 'openai-compatible', ...draft });
  await provider.testButton.click();
  await expect(provider.testResult).toContainText('Example Works Root CA');

  await pages.settings.section('network');
  await region.getByLabel(words.caFile).fill(fileURLToPath(new URL('authority.pem', certificates)));
  await review();
  await pages.shell.openStart();
  await pages.chat.chooseModel(scriptedModel);
  service.push({ kind: 'answer', parts: [{ text: 'Through the proxy.' }] });
  await pages.chat.send('Are you there?');
  await expect(pages.chat.page.getByRole('main').getByText('Through the proxy.')).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['model.example.test:443']));
  proxy.close();
  front.close();
});
