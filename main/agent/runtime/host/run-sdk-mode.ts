import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createModel } from '../model/create-model.ts';
import { connectServer } from '../tools/connect-server.ts';
import { CredentialIntake } from './credential-intake.ts';
import type { FramePort, FramePortListener } from './frame-port.ts';
import { watchParent } from './parent-watch.ts';
import { RuntimeHost } from './runtime-host.ts';
import { openStdioPort } from './stdio-port.ts';
import { stderrLog } from './stderr-log.ts';
import { openUtilityPort } from './utility-port.ts';
import type { ParentPort } from './utility-port.ts';

/** How long the session may take to end before the process ends all the same, in ms (RT-9). */
const END_LIMIT_MS = 1_500;

/** Serves one host over stdin and stdout until it ends, then ends the process. */
export function runStdioRuntime(input: Readable, output: Writable): void {
  const credentials = new CredentialIntake(process.env);
  serve(credentials, (listener) => openStdioPort(input, output, listener));
}

/** Serves one host over a utility process's port until it ends, then ends the process. */
export function runUtilityRuntime(port: ParentPort): void {
  const credentials = new CredentialIntake(process.env);
  serve(credentials, (listener) =>
    openUtilityPort(port, listener, (payload) => {
      credentials.deliver(payload);
    }),
  );
}

function serve(
  credentials: CredentialIntake,
  openPort: (listener: FramePortListener) => FramePort,
): void {
  const log = stderrLog(process.stderr, process.env['PARLEY_DEBUG'] === '1');
  const end = (code: number): void => {
    // Whatever hangs, the process does not outlive its host.
    setTimeout(() => process.exit(code), END_LIMIT_MS).unref();
    host
      .end()
      .catch((error: unknown) => {
        log('error', `The session did not end cleanly: ${messageOf(error)}`);
      })
      .finally(() => process.exit(code));
  };
  const port = openPort({
    onFrame: (frame) => {
      host.receive(frame);
    },
    onDiagnostic: (message) => {
      log('warn', message);
    },
    onEnd: () => {
      end(0);
    },
  });
  const clock = systemClock;
  const host = new RuntimeHost(port, {
    clock,
    log,
    credentials,
    createModel,
    connect: ({ env, cwd }, name, definition, signal, extras) => {
      const whole = { ...process.env, ...env };
      return connectServer(definition, signal, { ...extras, name, env: whole, cwd, clock, log });
    },
    program: 'Parley',
    onSessionEnded: () => {
      end(0);
    },
  });
  process.once('SIGTERM', () => {
    end(0);
  });
  process.once('SIGINT', () => {
    end(130);
  });
  watchParent(
    () => process.ppid,
    () => {
      end(0);
    },
  );
  host.sayReady().catch((error: unknown) => {
    log('error', `The host could not be greeted: ${messageOf(error)}`);
    process.exit(4);
  });
}
