import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execLine, type EntryFacts } from '../links/desktop-entry.ts';
import { linksIn } from '../links/parse-link.ts';

/** Tells the app that the system started it, so that it may stay without its window. */
export const AT_LOGIN = '--at-login';

/** Of the arguments of this start, those that hold for the next one: not who began it, nor the links that it brought. */
export function argumentsToRestart(args: readonly string[]): readonly string[] {
  return args.filter((argument) => argument !== AT_LOGIN && linksIn([argument]).length === 0);
}

/** Starts at login on Linux: an entry in the person's own folder for it (Desktop Application Autostart Specification). */
export function autostartEntry(
  folder: string,
  facts: EntryFacts,
): {
  readonly file: string;
  set(isOn: boolean): Promise<void>;
} {
  const command = execLine({ ...facts, args: [...facts.args, AT_LOGIN] });
  // Each program and profile has its own, so that one does not start another.
  const digest = createHash('sha256').update(command).digest('hex').slice(0, 8);
  const file = join(folder, `parley-${digest}.desktop`);
  return {
    file,
    set: async (isOn) => {
      if (!isOn) {
        await rm(file, { force: true });
        return;
      }
      if (/[\u0000-\u001f]/.test(command))
        throw new Error('The path of Parley holds a character that no entry can name.');
      await mkdir(folder, { recursive: true });
      await writeFile(file, entryOf(facts.name, command), { mode: 0o644 });
    },
  };
}

function entryOf(name: string, command: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${command}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
