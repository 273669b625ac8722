// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Failure } from '../process/failure.mjs';
import { out } from '../process/paths.mjs';

/** Where electron-builder leaves the unpacked app, per platform and processor. */
const folders = {
  linux: 'linux-unpacked',
  win32: 'win-unpacked',
  darwin: process.arch === 'arm64' ? 'mac-arm64' : 'mac',
};

/**
 * The unpacked app of this platform.
 * @returns {{ folder: string, executable: string, resources: string }}
 */
export function findArtefact() {
  const name = folders[/** @type {keyof typeof folders} */ (process.platform)];
  if (name === undefined) throw new Failure(`there is no package for ${process.platform}.`);
  const folder = join(out, 'packages', name);
  const inside = {
    linux: ['parley', 'resources'],
    win32: ['parley.exe', 'resources'],
    darwin: ['Parley.app/Contents/MacOS/Parley', 'Parley.app/Contents/Resources'],
  }[/** @type {keyof typeof folders} */ (process.platform)];
  const [executable = '', resources = ''] = inside.map((path) => join(folder, path));
  if (!existsSync(executable))
    throw new Failure(`the packed app has no ${executable}; electron-builder said why above.`);
  return { folder, executable, resources };
}

/** How a fuse is written in the executable: the characters 0 and 1. */
export const fuseState = { off: 0x30, on: 0x31 };

/** The fuses of SE-6: what each must be, and what it means when it is not. */
const wanted = {
  [FuseV1Options.RunAsNode]: [false, 'the app can be started as plain Node'],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: [false, 'NODE_OPTIONS is obeyed'],
  [FuseV1Options.EnableNodeCliInspectArguments]: [false, '--inspect is obeyed'],
  [FuseV1Options.OnlyLoadAppFromAsar]: [true, 'the app loads from a loose folder'],
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: [false, 'file: pages have extra rights'],
  [FuseV1Options.EnableCookieEncryption]: [true, 'cookies are not encrypted'],
  // Only these two systems can check the archive.
  ...(process.platform === 'linux'
    ? {}
    : {
        [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: [true, 'the archive is not checked'],
      }),
};

/**
 * What is wrong with the fuses, one sentence each.
 * @param {Record<string, number>} wire as `getCurrentFuseWire` reads it
 * @returns {string[]}
 */
export function fuseProblems(wire) {
  return Object.entries(wanted).flatMap(([fuse, [isOn, meaning]]) =>
    wire[fuse] === (isOn ? fuseState.on : fuseState.off)
      ? []
      : [`the fuse ${FuseV1Options[Number(fuse)]} is not ${isOn ? 'on' : 'off'}: ${meaning}.`],
  );
}

/**
 * Everything that is wrong with the packed app as it lies there, one sentence each (SE-6, UI-61).
 * @returns {Promise<string[]>}
 */
export async function artefactProblems() {
  const { executable, resources } = findArtefact();
  const fuses = fuseProblems(/** @type {any} */ (await getCurrentFuseWire(executable)));
  const beside = readdirSync(resources).filter(
    (name) => !/^(?:app\.asar(?:\.unpacked)?|.*\.(?:icns|pak|lproj|png|yml))$/.test(name),
  );
  return [
    ...fuses,
    ...(existsSync(join(resources, 'app.asar')) ? [] : ['there is no app.asar.']),
    ...beside.map((name) => `${name} does not belong into the resources.`),
  ];
}
