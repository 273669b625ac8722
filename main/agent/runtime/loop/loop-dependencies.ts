import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Compacted, CompactTrigger } from '../context/compact-history.ts';
import type { OutputCheck } from '../context/output-check.ts';
import type { Spending } from '../context/spending.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import type { Model } from '../model/model-contract.ts';
import type { CallDecision } from '../permissions/decide-call.ts';
import type { ProposedCall } from '../permissions/permission-gate.ts';
import type { ToolSet } from '../tools/tool-registry.ts';
import type { TranscriptSink } from '../transcript/transcript-writer.ts';
import type { ConversationMessage } from './model-history.ts';

/** What a turn needs of its tools. */
export interface TurnTools {
  current(): ToolSet;
  readonly hasUnsettled: boolean;
  settle(limitMs: number, clock: Clock, signal: AbortSignal): Promise<readonly string[]>;
}

/** Everything that the loop works with (RT-20). */
export interface LoopDependencies {
  readonly sessionId: string;
  /** The model of the next request: it may change between requests. */
  readonly model: () => Model;
  readonly system: () => string;
  readonly tools: TurnTools;
  readonly permissions: {
    decide(call: ProposedCall, signal: AbortSignal): Promise<CallDecision>;
  };
  readonly hooks: Pick<HookRunner, 'run'>;
  readonly clock: Clock;
  readonly emit: (message: SDKMessage) => void;
  readonly transcript: TranscriptSink;
  readonly includePartialMessages: boolean;
  readonly maxTurns: number | undefined;
  readonly serverWaitMs: number;
  /** Tells of the session and its tools as they are now; called before every request. */
  readonly announce: (isTurnStart: boolean) => void;
  /** Keeps a tool result that is too large for the conversation or to be sent around (SDK-62, RT-2); gives the path of the file. */
  readonly spill: (toolUseId: string, text: string, kind?: 'txt' | 'json') => Promise<string>;
  /**
   * Leaves out old messages when the next request would not fit, was `refused` because it did not, or when the person wants it,
   * with their wishes for the summary (RT-27). Gives what that took, or undefined when nothing was left out. Absent: never.
   */
  readonly makeRoom?:
    | ((
        dependencies: LoopDependencies,
        history: ConversationMessage[],
        why: { readonly trigger: CompactTrigger; readonly wishes?: string | undefined },
        signal: AbortSignal,
      ) => Promise<Compacted | undefined>)
    | undefined;
  /** What the final answer must be; absent: anything. */
  readonly output?: OutputCheck | undefined;
  /** Counts costs and keeps the limit; absent: they are not known. */
  readonly spending?:
    Pick<Spending, 'add' | 'refusal' | 'takeOfSubAgents' | 'addOfSubAgent'> | undefined;
  /** Stops the running turn, as `interrupt` of the host does. */
  readonly interrupt: () => void;
}
