import { z } from 'zod';
import { serverId } from '../../lib/ids.ts';
import { serverScope } from '../../mcp/server-config.ts';
import { readingNote, serverReading, unpinnedPackage } from '../../mcp/server-reading.ts';
import { defineCalls, defineEvents } from '../contract.ts';
import { reviewOutcome } from './servers.ts';

const exactVersion = z.string().regex(/^\d[\w.+!-]{0,99}$/);
/** Exact versions for packages without one, by the name of the entry (SE-35). */
const pins = z.record(z.string(), exactVersion).default({});
const chosen = z
  .array(z.strictObject({ readingId: z.uuid(), entryIds: z.array(z.string()).min(1).max(500) }))
  .min(1)
  .max(50);

/** The servers of another app, or of a folder. */
export const importSource = z.object({
  app: z.enum([
    'claude-desktop',
    'claude-code',
    'cursor',
    'vscode',
    'qoder',
    'cline',
    'roo',
    'folder',
    'file',
  ]),
  /** The folder or file, for the last two. */
  label: z.string(),
  /** Names of the files that were found. */
  files: z.array(z.string()),
  /** Files that are there and could not be read, with the reason. */
  troubles: z.array(z.string()),
  /** Absent when nothing was found. */
  reading: serverReading.optional(),
});
export type ImportSource = z.infer<typeof importSource>;

/** One variable of a stored definition. */
export const serverVariable = z.object({
  kind: z.enum(['env', 'input', 'secret', 'unknown']),
  name: z.string(),
  /** Where it stands, in words. */
  places: z.array(z.string()),
  /** The values of environment and headers in which it stands. */
  rows: z.array(z.object({ field: z.enum(['env', 'headers']), name: z.string() })).optional(),
  isSet: z.boolean(),
  /** Of an input, as it was declared. */
  description: z.string().optional(),
  password: z.boolean().optional(),
  options: z.array(z.string()).optional(),
});
export type ServerVariable = z.infer<typeof serverVariable>;

/** The file of servers as it may be edited. */
const rawServers = z.object({
  path: z.string(),
  text: z.string(),
  revision: z.string(),
  notes: z.array(readingNote),
});

export const serverSetupCalls = defineCalls({
  /** Understands a pasted text. Starts, stores and sends nothing. */
  'serverSetup.read': {
    input: z.strictObject({ text: z.string().max(2_000_000), pins }),
    output: serverReading,
  },
  /** Reads the files in which other apps keep their servers. Only right after a key press or click. */
  'serverSetup.sources': {
    input: z.strictObject({ pins }),
    output: z.object({ sources: z.array(importSource) }),
  },
  /** Lets the person choose a file in the system's dialog. Null: they chose none. */
  'serverSetup.chooseFile': {
    input: z.undefined(),
    output: z.object({ source: importSource.nullable() }),
  },
  /** Shows each chosen definition in main's consent view; those that are agreed to are stored and started. */
  'serverSetup.review': {
    input: z.strictObject({ chosen, scope: serverScope, pins }),
    output: z.object({
      results: z.array(
        z.object({
          entryId: z.string(),
          outcome: z.enum(['started', 'cancelled']),
          serverId: serverId.optional(),
        }),
      ),
    }),
  },
  /** Shows all chosen definitions in one question; then they are stored, turned off and not trusted. Nothing starts. */
  'serverSetup.addOff': {
    input: z.strictObject({ chosen, scope: serverScope, pins }),
    output: z.object({
      outcome: z.enum(['added', 'cancelled']),
      serverIds: z.array(serverId),
    }),
  },
  /**
   * The variables of a stored server, and whether they have a value. With `references`: those of texts that are being typed,
   * each as it is written, for that server or for a new one that is offered in `scope`.
   */
  'serverSetup.variables': {
    input: z.strictObject({
      serverId: serverId.optional(),
      references: z.array(z.string().max(65_536)).max(1_000).optional(),
      scope: serverScope.optional(),
    }),
    output: z.object({ variables: z.array(serverVariable) }),
  },
  /** What a person may want to put right in a stored definition, without any value. */
  'serverSetup.inspect': {
    input: z.strictObject({ serverId }),
    output: z.object({
      variables: z.array(serverVariable),
      /** Where values that look like secrets stand in the file, in words. */
      plainSecrets: z.array(z.string()),
      hasKeychain: z.boolean(),
      unpinned: unpinnedPackage.optional(),
      /** The package that is fetched at exactly one version. */
      pinned: unpinnedPackage.extend({ version: z.string() }).optional(),
    }),
  },
  /** Shows the definition with its secrets in the keychain in main's consent view, then stores it so. */
  'serverSetup.moveSecrets': { input: z.strictObject({ serverId }), output: reviewOutcome },
  /** Shows the definition with its package at this version in main's consent view, then stores it so. */
  'serverSetup.pin': {
    input: z.strictObject({ serverId, version: exactVersion }),
    output: reviewOutcome,
  },
  /** Asks the registry of packages, npm or PyPI, which version is the latest. Only right after a key press or click. */
  'serverSetup.latestVersion': {
    input: unpinnedPackage.strict().extend({ name: z.string().min(1).max(300) }),
    output: z.object({ version: exactVersion, host: z.string() }),
  },
  /** Puts a value into the keychain. No call gives it out again. */
  'serverSetup.setSecret': {
    input: z.strictObject({
      serverId,
      kind: z.enum(['input', 'secret']),
      name: z.string().min(1).max(200),
      value: z.string().min(1).max(65_536),
    }),
    output: z.undefined(),
  },
  /** The person's own servers as `mcpServers`, without secrets. */
  'serverSetup.export': {
    input: z.strictObject({ serverIds: z.array(serverId).max(1_000).optional() }),
    output: z.object({ text: z.string(), leftOut: z.number().int() }),
  },
  /** Which registry a search would ask. */
  'serverSetup.registry': { input: z.undefined(), output: z.object({ host: z.string() }) },
  /** Asks the registry. Only right after a key press or click. */
  'serverSetup.searchRegistry': {
    input: z.strictObject({
      search: z.string().max(200),
      cursor: z.string().max(1_000).optional(),
    }),
    output: z.object({
      servers: z.array(
        z.object({
          name: z.string(),
          title: z.string().optional(),
          description: z.string(),
          version: z.string(),
          /** Such as npm or http. */
          kinds: z.array(z.string()),
        }),
      ),
      nextCursor: z.string().optional(),
    }),
  },
  /** The ways to use a server that a search has named. */
  'serverSetup.registryEntry': {
    input: z.strictObject({ name: z.string().max(400), version: z.string().max(200) }),
    output: serverReading,
  },
  /** The file of servers as it may be edited: values that look like secrets are masked. */
  'serverSetup.raw': { input: z.undefined(), output: rawServers },
  /** What is wrong with an edited text. */
  'serverSetup.checkRaw': {
    input: z.strictObject({ text: z.string().max(4_000_000) }),
    output: z.object({ notes: z.array(readingNote) }),
  },
  /** Shows what changes in main's consent view and stores it. stale: the file was changed meanwhile, nothing was written. */
  'serverSetup.saveRaw': {
    input: z.strictObject({ text: z.string().max(4_000_000), revision: z.string() }),
    output: z.object({
      outcome: z.enum(['saved', 'cancelled', 'stale']),
      /** As it is now, when it was saved. */
      file: rawServers.optional(),
    }),
  },
  /** Install links that came before the page could show them; each is given out once. */
  'serverSetup.takeLinks': {
    input: z.undefined(),
    output: z.object({ readings: z.array(serverReading) }),
  },
});

export const serverSetupEvents = defineEvents({
  /** Others changed the file of servers. */
  'serverSetup.fileChanged': z.object({ revision: z.string() }),
  /** An install link came: `takeLinks` gives it out. */
  'serverSetup.linkWaits': z.object({ waiting: z.number().int() }),
});
