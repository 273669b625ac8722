// Says what it was started with and ends when its input ends.
import { readdirSync, readlinkSync } from 'node:fs';

function target(descriptor) {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(Number) : [];
const said = {
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  leaked: descriptors.filter((descriptor) => target(descriptor) === '/dev/null'),
};
process.stdout.write(`${JSON.stringify(said)}\n`);
process.stdin.resume();
