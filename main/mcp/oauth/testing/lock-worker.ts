import { readFile, writeFile } from 'node:fs/promises';
import { withFileLock } from '../../../storage/file-lock.ts';

/** A program of its own that adds to a number in a file under a lock, or takes the lock and stays. Prints when done. */
const [lock = '', counter = '', rounds = '0'] = process.argv.slice(2);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
if (rounds === 'stay') {
  await withFileLock(lock, { patienceMs: 30_000 }, async () => {
    process.stdout.write('held\n');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
}
for (let round = 0; round < Number(rounds); round += 1) {
  await withFileLock(lock, { patienceMs: 30_000 }, async () => {
    const value = Number(await readFile(counter, 'utf8'));
    await writeFile(counter, String(value + 1));
  });
}
process.stdout.write('done\n');
process.exit(0);
