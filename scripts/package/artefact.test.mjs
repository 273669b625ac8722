// @ts-check
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import { fuseProblems, fuseState } from './artefact.mjs';

const good = {
  [FuseV1Options.RunAsNode]: fuseState.off,
  [FuseV1Options.EnableCookieEncryption]: fuseState.on,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: fuseState.off,
  [FuseV1Options.EnableNodeCliInspectArguments]: fuseState.off,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: fuseState.on,
  [FuseV1Options.OnlyLoadAppFromAsar]: fuseState.on,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: fuseState.off,
};

describe('the fuses of a packed app', () => {
  it('are as they must be [SE-6]', () => {
    expect(fuseProblems(good)).toEqual([]);
  });

  it.each([
    [FuseV1Options.RunAsNode, 'RunAsNode', 'off'],
    [
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      'EnableNodeOptionsEnvironmentVariable',
      'off',
    ],
    [FuseV1Options.EnableNodeCliInspectArguments, 'EnableNodeCliInspectArguments', 'off'],
    [FuseV1Options.OnlyLoadAppFromAsar, 'OnlyLoadAppFromAsar', 'on'],
    [FuseV1Options.GrantFileProtocolExtraPrivileges, 'GrantFileProtocolExtraPrivileges', 'off'],
    [FuseV1Options.EnableCookieEncryption, 'EnableCookieEncryption', 'on'],
  ])('are refused when %s is the wrong way round, or missing (%s) [SE-6]', (fuse, name, state) => {
    for (const value of [state === 'on' ? fuseState.off : fuseState.on, 0x90]) {
      const problems = fuseProblems({ ...good, [fuse]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`${name} is not ${state}`);
    }
  });
});
