import { useActionRun } from '../../lib/actions/action-context.tsx';
import { useAppData } from '../../lib/app-data-context.tsx';
import { useSessionWork, type SessionSidebarProps } from './session-sidebar.tsx';

export type OpenSessionActionsProps = Omit<SessionSidebarProps, 'view'>;

/** What is done with the session that is open, by palette, menu and keys, whether or not the list is there. */
export function OpenSessionActions(props: OpenSessionActionsProps) {
  const { openId } = props;
  const session = useAppData((data) => data.sessions.find(({ id }) => id === openId));
  const { actions, startImport, below } = useSessionWork(props);
  const withSession = (run: (open: NonNullable<typeof session>) => void) =>
    session === undefined ? undefined : () => run(session);
  useActionRun('session.import', startImport);
  useActionRun(
    'session.pin',
    withSession((open) => actions.mark(open, { pinned: open.pinned !== true })),
  );
  useActionRun(
    'session.archive',
    withSession((open) => actions.mark(open, { archived: open.archived !== true })),
  );
  useActionRun('session.fork', withSession(actions.fork));
  useActionRun('session.export', withSession(actions.startExport));
  useActionRun('session.delete', withSession(actions.startDelete));
  useActionRun(
    'session.reveal',
    session?.folder === undefined || session.folder === null
      ? undefined
      : () => actions.reveal(session),
  );
  return <div className="fixed bottom-3 left-3 z-(--layer-toast) w-80 empty:hidden">{below}</div>;
}
