// @ts-check
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { withDisplay } from '../display/with-display.mjs';
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { AppRestarter } from '../electron-runtime/restart-app.mjs';
import { runCommand } from '../process/failure.mjs';
import { root } from '../process/paths.mjs';
import { ensureSystemLibraries } from '../system-libraries/ensure.mjs';

await runCommand(async () => {
  await ensureSystemLibraries();
  const electron = await ensureElectron();
  return withDisplay(async (env) => {
    const restarter = new AppRestarter(electron, env, process.argv.slice(2));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => restarter.stop());
    }
    const watcher = fork(join(root, 'scripts', 'build', 'watch.mjs'), { cwd: root });
    watcher.on('message', () => restarter.restartSoon());
    try {
      return await restarter.ended;
    } finally {
      watcher.kill('SIGKILL');
    }
  });
});
