import type { AppNotice } from '../../shared/ipc/routes/app.ts';
import type { FileTrouble } from '../storage/versioned-file.ts';
import type { Notices } from './notices.ts';

/** Tells the person what was wrong with a file of the profile. */
export function tellTrouble(
  notices: Notices,
  corruptKind: AppNotice['kind'],
): (trouble: FileTrouble) => void {
  return (trouble) => {
    switch (trouble.kind) {
      case 'newer':
        notices.add('data-newer', `${trouble.path} (version ${String(trouble.version)})`);
        return;
      case 'unmigrated':
        notices.add('data-unmigrated', `${trouble.path}: ${trouble.reason}`);
        return;
      case 'corrupt':
        notices.add(corruptKind, `${trouble.path} → ${trouble.keptAs}: ${trouble.reason}`);
    }
  };
}
