import { Check, KeyRound, Minus, Pencil, RefreshCw, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../shared/texts/en/server-setup.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  doctorReport,
  doctorSteps,
  doctorTitle,
  serverShellCommand,
} from '../../../shared/mcp/launch-doctor.ts';
import type { DoctorStep, StepResult } from '../../../shared/mcp/launch-doctor.ts';
import { FixRow } from './doctor/fix-row.tsx';
import { formatSpan } from './server-time.ts';
import { startTimeouts } from './form/server-form.ts';

const words = text.servers.doctor;
const marks: Record<StepResult, { icon: LucideIcon; tone: string }> = {
  ok: { icon: Check, tone: 'text-success-text' },
  bad: { icon: X, tone: 'text-danger-text' },
  skipped: { icon: Minus, tone: 'text-subtle' },
};

export interface LaunchDoctorProps {
  readonly server: ServerState;
  readonly platform: string;
  readonly busy: boolean;
  readonly onTryAgain: () => void;
  /** Asks main to show the definition and to turn the server on. */
  readonly onReview: () => void;
  readonly onEdit: () => void;
  /** Opens the values that are asked for once. */
  readonly onValues: () => void;
  readonly onAllowLonger: (startTimeoutMs: number) => void;
  /** What can be done about a command that was not found, before all else. */
  readonly commandFixes?: ReactNode;
}

/** Why a server did not start: what was tried, where it ended, what to do (UI-36). */
export function LaunchDoctor(props: LaunchDoctorProps) {
  const { server, platform } = props;
  const { failure } = server;
  if (failure === undefined) return null;
  const shell = serverShellCommand(server, platform);
  return (
    <section aria-labelledby="launch-doctor" className="flex flex-col gap-3">
      <div>
        <h3 id="launch-doctor" className="text-dialog">
          {doctorTitle(server)}
        </h3>
        <p className="mt-1">
          <ExactText value={failure.message} />
        </p>
        <p className="mt-1 text-pretty text-muted">{words.advice[failure.code]}</p>
      </div>
      <Fixes {...props} />
      <ol
        aria-label={words.steps}
        className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
      >
        {doctorSteps(server, platform).map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        {shell !== null && <CopyButton value={shell} label={words.copyCommand} look="text" />}
        <CopyButton value={doctorReport(server, platform)} label={words.copyReport} look="text" />
        <span className="text-small text-subtle">{words.secretsLeftOut}</span>
      </div>
    </section>
  );
}

function Fixes(props: LaunchDoctorProps) {
  const { server, busy, onTryAgain, onReview, onEdit, onValues, onAllowLonger } = props;
  const code = server.failure?.code;
  const longer = startTimeouts.find((limit) => limit > server.startTimeoutMs);
  const remote = server.definition.type !== 'stdio';
  return (
    <div
      role="group"
      aria-label={words.fixes}
      className="rounded-card border border-line bg-raised [&>div+div]:border-t [&>div+div]:border-line"
    >
      {code === 'command-not-found' && props.commandFixes}
      {code === 'not-trusted' ? (
        <FixRow title={words.review} note={words.reviewNote}>
          <Button tone="primary" busy={busy} onClick={onReview}>
            {words.review}
          </Button>
        </FixRow>
      ) : (
        <FixRow title={words.tryAgain} note={words.tryAgainNote}>
          <Button
            tone="primary"
            busy={busy}
            icon={<Icon of={RefreshCw} size={14} />}
            onClick={onTryAgain}
          >
            {words.tryAgain}
          </Button>
        </FixRow>
      )}
      {code === 'variable-missing' && (
        <FixRow title={serverSetupTexts.values.enter} note={serverSetupTexts.values.enterNote}>
          <Button icon={<Icon of={KeyRound} size={14} />} onClick={onValues}>
            {serverSetupTexts.values.enter}
          </Button>
        </FixRow>
      )}
      {code === 'no-answer' && !remote && longer !== undefined && (
        <FixRow title={words.longer} note={words.longerNote(formatSpan(server.startTimeoutMs))}>
          <Button busy={busy} onClick={() => onAllowLonger(longer)}>
            {words.longerTo(formatSpan(longer))}
          </Button>
        </FixRow>
      )}
      {server.origin === 'user' && (
        <FixRow title={words.edit} note={remote ? words.editNoteRemote : words.editNote}>
          <Button icon={<Icon of={Pencil} size={14} />} onClick={onEdit}>
            {words.edit}
          </Button>
        </FixRow>
      )}
    </div>
  );
}

function Step({ step }: { readonly step: DoctorStep }) {
  const mark = marks[step.result];
  return (
    <li data-step={step.id} data-result={step.result} className="flex gap-3 px-3.5 py-[9px]">
      <span className="grid h-5 flex-none place-items-center">
        <Icon of={mark.icon} size={14} className={mark.tone} />
        <span className="sr-only">{words[step.result]}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className={step.result === 'skipped' ? 'text-muted' : 'font-medium'}>{step.title}</div>
        {step.facts.length > 0 && (
          <div className="mt-px flex flex-wrap gap-x-3.5 text-small text-subtle">
            {step.facts.map((fact) => (
              <span key={fact} className="[overflow-wrap:anywhere]">
                {fact}
              </span>
            ))}
          </div>
        )}
        {step.exact !== undefined && (
          <pre
            tabIndex={0}
            className="thin-scroll mt-1 max-h-60 overflow-auto rounded-control border border-line bg-inset px-2.5 py-2 font-mono text-code"
          >
            <ExactText value={step.exact} />
          </pre>
        )}
      </div>
    </li>
  );
}
