import { LockKeyhole } from 'lucide-react';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { VariableMark } from './variable-problems.ts';

const words = serverSetupTexts.variables;

/** Says at the end of a line where its value is: in the keychain, or still to be asked for. */
export function KeychainMark({ mark }: { readonly mark: VariableMark | undefined }) {
  if (mark === undefined) return null;
  return (
    <span className="flex flex-none items-center gap-1 px-1.5 text-small text-muted">
      <Icon of={LockKeyhole} size={12} />
      {words[mark]}
    </span>
  );
}
