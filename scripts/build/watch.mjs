// @ts-check
// A process of its own, since the bundler's watcher takes the signals of the process it lives in.
import { build as viteBuild } from 'vite';
import { say } from '../process/failure.mjs';
import { allTargets } from './targets.mjs';

const targets = allTargets();
const pending = new Set(targets.map((target) => target.name));

process.on('disconnect', () => process.exit(0));

for (const target of targets) {
  const watcher = await viteBuild({
    ...target.config,
    build: { ...target.config.build, watch: {} },
  });
  if (!('on' in watcher)) continue;
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') say(`${target.name} does not build: ${event.error.message}`);
    if (event.code !== 'END') return;
    pending.delete(target.name);
    // Told after every rebuild, once each bundle has been there.
    if (pending.size === 0) process.send?.('built');
  });
}
