import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BookBench, listedTool, serverRecord } from './testing/scripted-tools.ts';
import { ToolControls } from './tool-controls.ts';

const server = serverRecord();

describe('the controls of tools', () => {
  let bench: BookBench;
  let controls: ToolControls;
  beforeEach(async () => {
    bench = await BookBench.open();
    bench.tools.put(server);
    bench.tools.list(server.id, listedTool('write'));
    controls = new ToolControls({ book: bench.book, tools: bench.tools, clock: bench.clock });
  });
  afterEach(() => bench.close());
  const settings = () => bench.tools.recordOf(server.id)?.settings;

  it('make nothing easier without a key press or click just before [SE-5, UI-34.gesture]', async () => {
    const late = bench.clock.now() - 1_001;
    const refused = { code: 'session.no-gesture' };
    await controls.set(server.id, 'write', 'deny', 0);
    const denial = bench.book.state().grants[0]?.id ?? '';
    await expect(controls.set(server.id, 'write', 'allow', late)).rejects.toMatchObject(refused);
    await expect(controls.set(server.id, 'write', 'ask', late)).rejects.toMatchObject(refused);
    await expect(controls.revoke(denial, late)).rejects.toMatchObject(refused);
    await expect(controls.trustHints(server.id, true, late)).rejects.toMatchObject(refused);
    const hints = { readOnly: true };
    await expect(controls.setTool(server.id, 'write', { hints }, late)).rejects.toMatchObject(
      refused,
    );
    await expect(
      controls.setTool(server.id, 'write', { enabled: true }, late),
    ).rejects.toMatchObject(refused);
    await expect(controls.approveChange(server.id, 'write', 'x', late)).rejects.toMatchObject(
      refused,
    );
    expect(settings()).toEqual(server.settings);
    expect(bench.book.state().grants).toHaveLength(1);
  });

  it('make things harder at any time [UI-34.gesture]', async () => {
    const now = bench.clock.now();
    await controls.set(server.id, 'write', 'allow', now);
    await controls.trustHints(server.id, true, now);
    const allowed = bench.book.state().grants[0]?.id ?? '';
    await controls.revoke(allowed, 0);
    await controls.trustHints(server.id, false, 0);
    await controls.setTool(server.id, 'write', { enabled: false }, 0);
    expect(bench.book.state().grants).toEqual([]);
    expect(settings()).toMatchObject({ trustHints: false, tools: { write: { enabled: false } } });
  });

  it('keep the person’s word about hints until it is taken back [UI-34.override]', async () => {
    const now = bench.clock.now();
    await controls.setTool(
      server.id,
      'write',
      { hints: { readOnly: true, destructive: false } },
      now,
    );
    await controls.setTool(server.id, 'write', { enabled: false }, 0);
    await controls.setTool(server.id, 'write', { hints: { destructive: null } }, now);
    expect(settings()?.tools).toEqual({ write: { enabled: false, hints: { readOnly: true } } });
    await controls.setTool(server.id, 'write', { enabled: true, hints: { readOnly: null } }, now);
    expect(settings()?.tools).toEqual({});
    await controls.setTool(server.id, '__proto__', { enabled: false }, 0);
    expect(Object.keys(settings()?.tools ?? {})).toEqual(['__proto__']);
  });
});
