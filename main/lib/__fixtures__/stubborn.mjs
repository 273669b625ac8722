// Ignores the end of input and every polite signal; with `--child` it starts one more of its kind.
import { spawn } from 'node:child_process';

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
process.stdin.resume();
setInterval(() => undefined, 1000);
if (process.argv.includes('--child')) {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => process.stdout.write(`${process.pid} ${child.pid}\n`));
} else {
  process.stdout.write(`${process.pid}\n`);
}
