import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import type { BuiltInTool } from '../built-in-tool.ts';
import { SessionPlace } from '../session-place.ts';

export interface ToolPlace {
  /** Real path of the folder that the session works in. */
  readonly folder: string;
  /** A folder beside it that is none of the session's. */
  readonly outside: string;
  readonly place: SessionPlace;
  dispose(): Promise<void>;
}

/** Two folders of the disk, one of them a session's. */
export async function toolPlace(): Promise<ToolPlace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'parley-tools-')));
  const folder = join(root, 'work');
  const outside = join(root, 'outside');
  await mkdir(folder);
  await mkdir(outside);
  return {
    folder,
    outside,
    place: new SessionPlace({ cwd: folder, folders: () => [folder] }),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}

/** Calls a tool like the loop does, decision first; gives the text of the result, and whether it failed. */
export async function callTool(
  tool: BuiltInTool,
  input: JsonObject,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  await tool.facts(input);
  const result = await tool.call(input, {
    id: `call-${crypto.randomUUID()}`,
    signal,
    onProgress: () => undefined,
  });
  const text = result.content
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : `<${block.type}>`))
    .join('\n');
  return { text, failed: result.isError === true };
}
