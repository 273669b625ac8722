import { describe, expect, it } from 'vitest';
import { initializeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { silentLog } from '../../../lib/logger.ts';
import { systemClock } from '../../../lib/clock.ts';
import { textAnswer } from '../testing/scripted-host.ts';
import { Session } from './session.ts';

describe('Session', () => {
  it('ends a turn that broke in an unforeseen way with one result, and takes the next message [RT-20]', async () => {
    const told: SDKMessage[] = [];
    let broken = true;
    const session = await Session.open(
      initializeRequest.parse({
        subtype: 'initialize',
        session_id: crypto.randomUUID(),
        cwd: '/',
        config_root: '/nowhere',
        model: { provider_id: 'p', id: 'm' },
        provider: { id: 'p', kind: 'offline', label: 'P' },
        persist_session: false,
      }),
      {
        credentials: { servers: {} },
        clock: systemClock,
        log: silentLog,
        createModel: () =>
          Promise.resolve({
            id: 'm',
            async *stream() {
              yield* textAnswer('fine');
            },
          }),
        emit: (message) => {
          if (message.type === 'result' && broken) {
            broken = false;
            throw new Error('the pipe is full of ants');
          }
          told.push(message);
        },
        ask: () => Promise.reject(new Error('Nobody is there.')),
        connect: () => Promise.reject(new Error('There is no server.')),
        program: 'test',
      },
    );
    session.start();
    for (const content of ['one', 'two'])
      session.push({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null });
    await session.idle();
    await session.close();
    expect(told.filter((message) => message.type === 'result')).toMatchObject([
      {
        subtype: 'error_during_execution',
        is_error: true,
        errors: [expect.stringContaining('full of ants') as string],
      },
      { subtype: 'success', result: 'fine' },
    ]);
    expect(session.lastResult).toMatchObject({ subtype: 'success' });
  });
});
