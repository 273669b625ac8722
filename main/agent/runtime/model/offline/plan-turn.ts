import type { ModelTool } from '../model-contract.ts';
import { planStep } from './plan-step.ts';
import type { StepPlan } from './plan-step.ts';
import { planReferring } from './references.ts';
import { splitSteps } from './split-steps.ts';
import type { DoneCall, TurnHistory } from './turn-history.ts';

/** What to do next in a turn. */
export interface TurnPlan {
  /** The next thing to do; absent when all steps are done or one of them failed. */
  readonly next: StepPlan | undefined;
  /** Text of the step that `next` is for. */
  readonly nextText: string;
  readonly done: readonly DoneCall[];
  /** Steps that were not reached, because one before them failed or cannot go on. */
  readonly left: readonly string[];
}

/** Questions that are answered by the next message are followed back this far. */
const QUESTION_DEPTH = 5;

/** Plans the last turn: its steps in order, of which those with a call are done. */
export function planTurn(turn: TurnHistory, tools: readonly ModelTool[]): TurnPlan {
  return planFrom(stepsOf(turn, tools, QUESTION_DEPTH), turn, tools);
}

/** The steps that the last message asks for, together with an open question that it answers. */
function stepsOf(turn: TurnHistory, tools: readonly ModelTool[], depth: number): string[] {
  const own = splitSteps(turn.prompt, tools);
  if (depth === 0 || !turn.before || own.length === 0) return own;
  if (own.some((step) => planStep(step, tools).kind !== 'none')) return own;
  const earlier = planFrom(stepsOf(turn.before, tools, depth - 1), turn.before, tools);
  if (earlier.next?.kind !== 'ask' && earlier.next?.kind !== 'choose') return own;
  return [`${earlier.nextText} ${turn.prompt}`, ...earlier.left];
}

function planFrom(
  steps: readonly string[],
  { done, before }: TurnHistory,
  tools: readonly ModelTool[],
): TurnPlan {
  const failed = done.some((call) => call.result === undefined || call.result.outcome !== 'ok');
  const nextText = steps[done.length];
  if (failed || nextText === undefined) {
    return { next: undefined, nextText: '', done, left: steps.slice(done.length) };
  }
  // What the turn before was about can be pointed at, too.
  const earlier = done.length > 0 ? done : (before?.done ?? []);
  const next = planReferring(nextText, tools, earlier);
  return { next, nextText, done, left: steps.slice(done.length + 1) };
}
