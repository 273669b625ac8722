import { z } from 'zod';
import { serverId, uuid } from '../../lib/ids.ts';
import { jsonObject } from '../../lib/json-object.ts';
import { benchRequest, benchRun, savedCall, schemaVerdict } from '../../mcp/bench.ts';
import { trafficEntry } from '../../mcp/traffic.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const target = z.strictObject({ serverId });
const run = z.strictObject({ runId: uuid });
const resource = z.strictObject({ serverId, uri: z.string().min(1).max(20_000) });
const saved = z.object({ calls: z.array(savedCall) });

/** What a prompt argument or a variable of a template may be completed to. */
const completionRef = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ref/prompt'), name: z.string().max(1_000) }),
  z.strictObject({ type: z.literal('ref/resource'), uri: z.string().max(20_000) }),
]);

/** The bench: what a person does with a server by hand, and what goes over its wire. */
export const benchCalls = defineCalls({
  /** Sends a request after a key press or click of the person. What becomes of it comes as `bench.run`. */
  'bench.start': {
    input: z.strictObject({
      serverId,
      request: benchRequest,
      timeoutMs: z.number().int().min(1_000).max(3_600_000),
    }),
    output: benchRun,
  },
  'bench.cancel': { input: run, output: z.undefined() },
  /** The last requests of a server, oldest first. */
  'bench.runs': { input: target, output: z.object({ runs: z.array(benchRun) }) },
  /** A part of a result as JSON text. */
  'bench.result': {
    input: z.strictObject({ runId: uuid, offset: z.number().int().nonnegative() }),
    output: z.object({ text: z.string(), total: z.number().int() }),
  },
  /** Whether arguments fit the input schema of a tool. */
  'bench.check': {
    input: z.strictObject({ serverId, tool: z.string().max(1_000), arguments: z.unknown() }),
    output: schemaVerdict,
  },
  /** One page of a list, as the server sent it. */
  'bench.list': {
    input: z.strictObject({
      serverId,
      list: z.enum(['resources', 'templates', 'prompts']),
      cursor: z.string().max(100_000).optional(),
    }),
    output: z.object({ items: z.array(jsonObject), nextCursor: z.string().optional() }),
  },
  'bench.complete': {
    input: z.strictObject({
      serverId,
      ref: completionRef,
      argument: z.strictObject({ name: z.string().max(1_000), value: z.string().max(20_000) }),
      others: z.record(z.string(), z.string()),
    }),
    /** Nothing for servers that complete nothing. */
    output: z.object({ values: z.array(z.string()), hasMore: z.boolean() }),
  },
  /** Changes of the resource come as `bench.resourceUpdated`. */
  'bench.subscribe': { input: resource, output: z.undefined() },
  'bench.unsubscribe': { input: resource, output: z.undefined() },
  'bench.subscriptions': { input: target, output: z.object({ uris: z.array(z.string()) }) },
  'bench.traffic': { input: target, output: z.object({ entries: z.array(trafficEntry) }) },
  'bench.clearTraffic': { input: target, output: z.undefined() },
  /** Main asks where to. `saved` is false when the person chose nothing. */
  'bench.exportTraffic': { input: target, output: z.object({ saved: z.boolean() }) },
  /** Offers bytes of a result to be saved; main asks where to. */
  'bench.saveFile': {
    input: z.strictObject({
      name: z.string().max(300),
      base64: z.string().max(14_000_000),
    }),
    output: z.object({ saved: z.boolean() }),
  },
  'bench.savedCalls': { input: z.undefined(), output: saved },
  'bench.saveCall': {
    input: z.strictObject({
      name: z.string().trim().min(1).max(200),
      serverId,
      tool: z.string().min(1).max(1_000),
      arguments: jsonObject,
    }),
    output: savedCall,
  },
  'bench.removeSavedCall': { input: z.strictObject({ id: uuid }), output: z.undefined() },
});

export const benchEvents = defineEvents({
  'bench.run': benchRun,
  'bench.resourceUpdated': z.object({ serverId, uri: z.string() }),
  /** What is new in the traffic of a server. */
  'bench.traffic': z.object({ serverId, entries: z.array(trafficEntry) }),
  'bench.savedCalls': saved,
});
