import { RefreshCw } from 'lucide-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import type { Ipc } from '../lib/ipc.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Icon } from '../ui/icon.tsx';
import { reportError } from './report-error.ts';

export interface CrashGuardProps {
  readonly ipc: Ipc;
  readonly children: ReactNode;
  readonly onReload?: () => void;
}

interface CrashGuardState {
  readonly error: Error | undefined;
}

/** Catches what a component throws, tells main's log, and offers to reload. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override readonly state: CrashGuardState = { error: undefined };

  static getDerivedStateFromError(error: unknown): CrashGuardState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    reportError(this.props.ipc, error, info.componentStack ?? undefined);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const reload = this.props.onReload ?? (() => window.location.reload());
    return (
      <main className="flex h-full flex-col" role="alert">
        <EmptyState
          title={text.failures.crashedTitle}
          action={
            <Button tone="primary" icon={<Icon of={RefreshCw} size={14} />} onClick={reload}>
              {text.failures.reload}
            </Button>
          }
          hint={<ErrorBox tone="plain" sentence={error.message} details={error.stack} />}
        >
          {text.failures.crashedBody}
        </EmptyState>
      </main>
    );
  }
}
