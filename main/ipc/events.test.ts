import { describe, expect, it } from 'vitest';
import type { LogLevel } from '../lib/logger.ts';
import { createEventSender } from './events.ts';

function scripted() {
  const delivered: { event: string; payload: unknown }[] = [];
  const logged: LogLevel[] = [];
  const send = createEventSender(
    (event, payload) => {
      delivered.push({ event, payload });
    },
    (level) => {
      logged.push(level);
    },
  );
  return { send, delivered, logged };
}

const provider = {
  id: 'anthropic-1',
  kind: 'anthropic' as const,
  label: 'A',
  models: [],
  key: 'stored' as const,
};

describe('events for the window', () => {
  it('carry exactly what the contract names [SE-51.output]', () => {
    const { send, delivered } = scripted();
    const withKey = { ...provider, apiKey: 'c4n4ry' };
    send('providers.changed', { providers: [withKey] });
    expect(delivered).toEqual([{ event: 'providers.changed', payload: { providers: [provider] } }]);
  });

  it('are dropped and logged when they do not fit', () => {
    const { send, delivered, logged } = scripted();
    send('providers.changed', { providers: [{ ...provider, key: 'c4n4ry' as never }] });
    expect(delivered).toEqual([]);
    expect(logged).toEqual(['error']);
  });
});
