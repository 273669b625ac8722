// @ts-check
import { ensureElectron } from '../electron-runtime/find-electron.mjs';
import { runCommand, say } from '../process/failure.mjs';
import { ensureSystemLibraries } from '../system-libraries/ensure.mjs';

await runCommand(async () => {
  await ensureSystemLibraries({ forTests: true });
  const { executablePath } = await ensureElectron();
  say(`ready; Electron is ${executablePath}`);
  return 0;
});
