import { spawn } from 'node:child_process';

// Starts a server in a session of its own, with our input and output. Linux shares the processor out by session: on a
// busy machine a server in the session of its client would answer sooner than one that its client has set apart.
const [file = ''] = process.argv.slice(2);
spawn(process.execPath, [file], { detached: true, stdio: 'inherit' }).on('exit', (code) =>
  process.exit(code ?? 1),
);
