import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { UTILITY_WINDOW_BYTES } from '../../../shared/agent/utility-envelope.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { ProtocolError, RuntimeExitedError, RuntimeStartError } from './errors.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { initializeAnswer, resultOf } from './testing/scripted-runtime.ts';
import type { UtilityChild } from './utility-process-transport.ts';
import { UtilityProcessTransport } from './utility-process-transport.ts';

/** What Electron's utility process is to its parent; the script inside is the test. */
class FakeChild extends EventEmitter implements UtilityChild {
  pid: number | undefined;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly posted: JsonObject[] = [];
  acknowledges = true;
  endsOn: 'end' | 'kill' | 'hard' = 'end';
  killed = 0;

  postMessage(message: unknown): void {
    const envelope = structuredClone(message) as JsonObject;
    this.posted.push(envelope);
    if (envelope['end'] === true && this.endsOn === 'end') this.exit(0);
    if (envelope['frame'] === undefined) return;
    const frame = envelope['frame'] as JsonObject;
    if (this.acknowledges) this.emit('message', { ack: envelope['size'] });
    const request = frame['request'] as JsonObject | undefined;
    if (request?.['subtype'] === 'initialize')
      this.frame({
        type: 'control_response',
        response: {
          subtype: 'success',
          request_id: frame['request_id'],
          response: initializeAnswer(request['session_id'] as string),
        },
      });
    else if (frame['type'] === 'user') this.frame(resultOf('done'));
  }

  kill(): boolean {
    this.killed += 1;
    if (this.endsOn === 'kill') this.exit(0);
    return true;
  }

  frame(frame: unknown): void {
    this.emit('message', { frame, size: JSON.stringify(frame).length });
  }

  spawn(): void {
    this.pid = 4242;
    this.emit('spawn');
    this.frame({ type: 'ready', protocol_version: '1.0', runtime_version: 'u', capabilities: [] });
  }

  exit(code: number): void {
    this.pid = undefined;
    this.stdout.end();
    this.stderr.end();
    this.emit('exit', code);
  }
}

interface Setting {
  readonly child: FakeChild;
  readonly clock: ManualClock;
  readonly guarded: number[];
  readonly unguarded: number[];
  readonly killedHard: number[];
  readonly forked: { path: string; args: string[]; options: JsonObject }[];
  readonly transport: UtilityProcessTransport;
}

function setting(): Setting {
  const child = new FakeChild();
  const clock = new ManualClock();
  const guarded: number[] = [];
  const unguarded: number[] = [];
  const killedHard: number[] = [];
  const forked: Setting['forked'] = [];
  const transport = new UtilityProcessTransport({
    forker: {
      fork: (path, args, options) => {
        forked.push({ path, args, options });
        return child;
      },
    },
    modulePath: '/app/runtime.js',
    env: { LANG: 'C' },
    clock,
    onForked: (pid) => {
      guarded.push(pid);
      return { dispose: () => void unguarded.push(pid) };
    },
    killHard: (pid) => {
      killedHard.push(pid);
      child.exit(9);
    },
  });
  return { child, clock, guarded, unguarded, killedHard, forked, transport };
}

function start(one: Setting, apiKey?: string): Query {
  return startQuery(
    {
      prompt: 'hello',
      options: {
        transport: one.transport,
        ...(apiKey ? { provider: 'anthropic', auth: { apiKey } } : { provider: 'offline' }),
      },
    },
    { clock: one.clock, environment: {} },
  );
}

/** Starts the transport alone, and forgets what the handshake posted. */
async function running(one: Setting): Promise<void> {
  const started = one.transport.start();
  one.child.spawn();
  await started;
  one.child.posted.length = 0;
}

describe('a runtime in a utility process', () => {
  it('takes a turn over envelopes: credentials first, every frame with its size, an ack for each [RT-1.utility, RT-5]', async () => {
    const one = setting();
    const query = start(one, 'secret-key');
    one.child.spawn();
    expect((await query.next()).value).toMatchObject({ type: 'result', result: 'done' });
    const [first, ...rest] = one.child.posted.filter((envelope) => !('ack' in envelope));
    expect(first).toEqual({ credentials: { modelKey: 'secret-key', servers: {} } });
    const frames = rest.filter((envelope) => 'frame' in envelope);
    for (const { frame, size } of frames)
      expect(size).toBeGreaterThan(JSON.stringify(frame).length / 2);
    expect(frames).toHaveLength(2);
    expect(one.child.posted.filter((envelope) => 'ack' in envelope)).toHaveLength(3);
    expect(JSON.stringify([rest, one.forked])).not.toContain('secret');
    expect(one.forked[0]).toMatchObject({
      path: '/app/runtime.js',
      args: ['--sdk'],
      options: { stdio: 'pipe', env: { LANG: 'C' } },
    });
    await query.close();
  });

  it('is guarded while it lives, and no longer [RE-10.sentinel]', async () => {
    const one = setting();
    const query = start(one);
    one.child.spawn();
    await query.initializationResult();
    expect(one.guarded).toEqual([4242]);
    expect(one.unguarded).toEqual([]);
    await query.close();
    expect(one.unguarded).toEqual([4242]);
    expect(one.transport.pid).toBeUndefined();
  });

  it('is not sent more than the window before it has taken it in [RT-2]', async () => {
    const one = setting();
    await running(one);
    one.child.acknowledges = false;
    const part = 'x'.repeat(UTILITY_WINDOW_BYTES / 2 - 1_000);
    const sent: number[] = [];
    const sending = [1, 2, 3].map(async (n) => {
      await one.transport.send({ n, part });
      sent.push(n);
    });
    await Promise.all(sending.slice(0, 2));
    expect(one.child.posted).toHaveLength(2);
    expect(sent).toEqual([1, 2]);
    one.child.emit('message', { ack: one.child.posted[0]?.['size'] });
    await sending[2];
    expect(one.child.posted).toHaveLength(3);
    await one.transport.close();
  });

  it('rejects a frame over the cap before posting it, and goes on [RT-2]', async () => {
    const one = setting();
    await running(one);
    await expect(one.transport.send({ text: 'x'.repeat(33 * 1024 * 1024) })).rejects.toThrow(
      /larger than/,
    );
    expect(one.child.posted).toEqual([]);
    await one.transport.send({ text: 'small' });
    expect(one.child.posted).toHaveLength(1);
    await one.transport.close();
  });

  it('breaks the session with a message that is no envelope, or a frame over the cap [RT-2, RT-6]', async () => {
    for (const nonsense of ['text', { frame: {}, size: 33 * 1024 * 1024 }, { what: 1 }]) {
      const one = setting();
      const query = start(one);
      one.child.spawn();
      await query.initializationResult();
      one.child.emit('message', nonsense);
      await expect(query.next()).rejects.toBeInstanceOf(ProtocolError);
      await query.close();
    }
  });

  it('may die in the middle of a turn; what waits rejects with its last words [SDK-51]', async () => {
    const one = setting();
    const query = start(one);
    one.child.spawn();
    await query.initializationResult();
    const status = query.mcpServerStatus();
    one.child.stderr.write('out of memory\n');
    one.child.exit(9);
    const failure: unknown = await status.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RuntimeExitedError);
    expect(failure).toMatchObject({ exitCode: 9, stderr: ['out of memory'] });
    await expect(one.transport.send({})).rejects.toThrow(/gone/);
  });

  it('that ends before it is spawned is a failed start [SDK-51]', async () => {
    const one = setting();
    const query = start(one);
    one.child.exit(1);
    await expect(query.initializationResult()).rejects.toBeInstanceOf(RuntimeStartError);
    await query.close();
    expect(one.guarded).toEqual([]);
  });

  it('is asked to end, then terminated, then killed [RT-9]', async () => {
    const obedient = setting();
    await running(obedient);
    await obedient.transport.close();
    expect(obedient.child.killed).toBe(0);

    const slow = setting();
    slow.child.endsOn = 'kill';
    await running(slow);
    const closing = slow.transport.close();
    await settle();
    slow.clock.advance(1_999);
    expect(slow.child.killed).toBe(0);
    slow.clock.advance(1);
    await closing;
    expect(slow.child.killed).toBe(1);
    expect(slow.killedHard).toEqual([]);

    const stubborn = setting();
    stubborn.child.endsOn = 'hard';
    await running(stubborn);
    const ending = stubborn.transport.close();
    await settle();
    stubborn.clock.advance(2_000);
    await settle();
    stubborn.clock.advance(5_000);
    await ending;
    expect(stubborn.killedHard).toEqual([4242]);
  });
});

/** Lets promises that are due go on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
