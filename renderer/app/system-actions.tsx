import { ClipboardCheck, CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { useActionRun } from '../lib/actions/action-context.tsx';
import { useIpc } from '../lib/ipc-context.tsx';
import { useAction } from '../lib/use-action.ts';
import { Icon } from '../ui/icon.tsx';

/** How long the word that something was copied stays, in ms. */
const STAY_MS = 6_000;

/** Zoom, and the report for whoever helps: what is done by menu and palette alone. Says what became of it. */
export function SystemActions() {
  const ipc = useIpc();
  const [copied, setCopied] = useState(0);
  const zoom = useAction((step: 'in' | 'out' | 'reset') => ipc.call('shell.zoom', { step }));
  const welcome = useAction(() => ipc.call('settings.set', { welcomed: false }));
  const copy = useAction(async () => {
    const report = await ipc.call('shell.report');
    await navigator.clipboard.writeText(report.text);
    setCopied(Date.now());
  });
  useActionRun('zoom.in', () => void zoom.run('in'));
  useActionRun('zoom.out', () => void zoom.run('out'));
  useActionRun('zoom.reset', () => void zoom.run('reset'));
  useActionRun('report.copy', () => void copy.run());
  useActionRun('welcome.open', () => void welcome.run());
  const { error, clearError } = copy;
  useEffect(() => {
    if (copied === 0 && error === undefined) return undefined;
    const timer = setTimeout(() => {
      setCopied(0);
      clearError();
    }, STAY_MS);
    return () => clearTimeout(timer);
  }, [copied, error, clearError]);
  if (copied === 0 && error === undefined) return null;
  return (
    <div
      role="status"
      className="fixed bottom-3 left-1/2 z-(--layer-toast) flex -translate-x-1/2 items-center gap-2 rounded-card bg-overlay px-3 py-2 shadow-popover"
    >
      <Icon
        of={error === undefined ? ClipboardCheck : CircleAlert}
        size={14}
        className={error === undefined ? 'text-success-text' : 'text-danger-text'}
      />
      {error === undefined ? text.shell.report.copied : text.shell.report.failed(error.sentence)}
    </div>
  );
}
