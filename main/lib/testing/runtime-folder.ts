import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test files of a run find the runtime, as one bundle for them all. */
    runtimeFolder: string;
  }
}

/** Makes the folder for a run of tests; it is filled by the first file that asks for the runtime. Gives what removes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-runtime-'));
  project.provide('runtimeFolder', folder);
  // Whoever watches has changed a source.
  project.onTestsRerun(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  });
  return () => rm(folder, { recursive: true, force: true });
}
