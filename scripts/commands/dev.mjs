// @ts-check
import { build as viteBuild } from 'vite';
import { allTargets } from '../build/targets.mjs';
import { withDisplay } from '../display/with-display.mjs';
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { AppRestarter } from '../electron-runtime/restart-app.mjs';
import { runCommand, say } from '../process/failure.mjs';
import { ensureSystemLibraries } from '../system-libraries/ensure.mjs';

/** @param {() => void} onRebuilt called after each bundle */
async function watchTargets(onRebuilt) {
  for (const target of allTargets()) {
    const watcher = await viteBuild({
      ...target.config,
      build: { ...target.config.build, watch: {} },
    });
    if (!('on' in watcher)) continue;
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') say(`${target.name} does not build: ${event.error.message}`);
      if (event.code === 'END') onRebuilt();
    });
  }
}

await runCommand(async () => {
  await ensureSystemLibraries();
  const electron = await ensureElectron();
  // The watchers would keep this process alive for ever.
  const code = await withDisplay(async (env) => {
    const restarter = new AppRestarter(electron, env, process.argv.slice(2));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => restarter.stop());
    await watchTargets(() => restarter.restartSoon());
    return restarter.ended;
  });
  process.exit(code);
});
