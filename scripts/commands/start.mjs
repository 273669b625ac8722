// @ts-check
import { build } from '../build/build.mjs';
import { withDisplay } from '../display/with-display.mjs';
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { launchApp } from '../electron-runtime/launch-app.mjs';
import { runCommand, say } from '../process/failure.mjs';
import { ensureSystemLibraries } from '../system-libraries/ensure.mjs';

await runCommand(async () => {
  await ensureSystemLibraries();
  const electron = await ensureElectron();
  await build();
  return withDisplay((env, isVirtual) => {
    if (isVirtual)
      say('nobody can see this window; `npm run demo` drives the app and saves pictures');
    say('opening Parley (Ctrl-C ends it)');
    return launchApp(electron, { env, args: process.argv.slice(2) });
  });
});
