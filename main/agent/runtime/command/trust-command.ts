import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { folderOffer } from '../../../storage/folder-offer.ts';
import { TrustedFolders } from '../../../storage/trusted-folders.ts';
import { UsageError } from './command-errors.ts';
import { writeJson, writeLines } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import { common, flag, parseArguments, takeWords } from './parse-arguments.ts';
import { plain } from './tool-lines.ts';

/** `parley trust [FOLDER]`: from now on settings, hooks, servers and instructions of the folder are used; the app knows it too. */
export async function runTrust(command: Subcommand): Promise<void> {
  const topic = 'parley trust';
  const definitions = { ...common, list: flag, remove: flag } as const;
  const { values, words } = parseArguments(command.args, definitions, topic);
  const isJson = values.json === true;
  const trusted = new TrustedFolders(command.configRoot);
  if (values.list === true) {
    takeWords(words, [], topic);
    const folders = await trusted.list();
    if (isJson) return writeJson(command, folders);
    return writeLines(command, folders.length > 0 ? folders : ['No folder is trusted.']);
  }
  const { folder } = takeWords(words.length === 0 ? ['.'] : words, ['folder'], topic);
  const path = resolve(command.own.folder, folder);
  if (values.remove === true) {
    const was = await trusted.remove(path);
    if (isJson) return writeJson(command, { folder: path, trusted: false, was });
    return writeLines(command, [was ? `${path} is trusted no more.` : `${path} was not trusted.`]);
  }
  const real = await realpath(path).catch(() => {
    throw new UsageError(`The folder ${path} does not exist.`);
  });
  const offer = await folderOffer(real);
  await trusted.add(real);
  if (isJson) return writeJson(command, { folder: real, trusted: true, ...offer });
  return writeLines(command, [
    `${real} is trusted. Sessions that work in it use its settings, hooks, servers and instructions.`,
    ...(offer.files.length > 0 ? [`Now: ${offer.files.map(plain).join(', ')}`] : []),
    ...(offer.commands.length > 0
      ? ['It can run or connect to:', ...offer.commands.map((line) => `  ${plain(line)}`)]
      : []),
    'Take it back: parley trust --remove',
  ]);
}
