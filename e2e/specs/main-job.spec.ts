import { join } from 'node:path';
import { expect, test } from '../fixtures/index.ts';
import { projectRoot } from '../fixtures/launch.ts';

const everything = {
  name: 'Everything',
  command: process.execPath,
  args: [
    join(projectRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
    'stdio',
  ],
};

test('adds a server, asks, allows once, shows the card and the answer [JOB-1]', async ({
  pages,
}) => {
  const { chat, shell } = pages;
  const server = await pages.addServer(everything);
  await expect(server.state('connected')).toBeVisible();
  await shell.openStart();
  await chat.send('Use the echo tool to echo "hello there"');
  expect(await chat.prompt.arguments()).toEqual({ message: '"hello there"' });
  await chat.toolCard('echo').expectState('waiting');
  await chat.prompt.allowOnce();
  await chat.toolCard('echo').expectState('ok');
  await expect(chat.answers.last()).toContainText('hello there');
  await chat.turnEnded();
});
