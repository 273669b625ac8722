import type { ResultBlock } from '../../../../../shared/agent/content.ts';
import type { ModelTool } from '../model-contract.ts';
import type { MissingField } from './fill-arguments.ts';
import type { StepPlan } from './plan-step.ts';
import type { TurnPlan } from './plan-turn.ts';
import { fieldsOf } from './tool-fields.ts';
import type { DoneCall } from './turn-history.ts';

/** Longest piece of a result that is repeated in an answer. */
const SHOWN = 1200;
const LISTED_TOOLS = 6;

const honest =
  'This is Offline (no model): it plans by simple rules from your words and the tools it sees, and understands no more than that.';

/** The name of a tool as a person knows it. */
function toolLabel(tool: ModelTool): string {
  return tool.serverName === undefined ? tool.toolName : `${tool.toolName} (${tool.serverName})`;
}

/** What is said in front of a call. */
export function callText(tool: ModelTool): string {
  return `Calling ${toolLabel(tool)}.`;
}

/** The answer that ends a turn, or asks for what is missing. */
export function answerText(plan: TurnPlan, tools: readonly ModelTool[]): string {
  const parts = plan.done.map((call) => doneText(call));
  if (plan.next) parts.push(stoppedText(plan.next, plan.nextText, tools, plan.done.length > 0));
  if (plan.left.length > 0) {
    const steps = plan.left.map((step) => `- ${shortened(oneLine(step), 160)}`).join('\n');
    parts.push(`Not done:\n${steps}`);
  }
  return parts.length > 0 ? parts.join('\n\n') : helpText(tools);
}

function doneText({ use, result }: DoneCall): string {
  const label =
    use.server_name === undefined ? use.name : `${use.tool_name ?? use.name} (${use.server_name})`;
  if (!result) return `${label} gave no result.`;
  const body = contentText(result.content, result.structured_content);
  switch (result.outcome) {
    case 'ok':
      return result.is_error
        ? `${label} failed:${quoted(body)}`
        : body === ''
          ? `${label} finished without an answer.`
          : `${label} answered:${quoted(body)}`;
    case 'error':
      return body === ''
        ? `${label} failed without saying why.`
        : `${label} failed:${quoted(body)}`;
    case 'denied':
      return `${label} was not run, because permission was denied.${body === '' ? '' : ` ${oneLine(body)}`}`;
    case 'interrupted':
      return `${label} was interrupted before it finished.`;
  }
}

/** A short answer stands in the sentence, a longer one below it. */
function quoted(body: string): string {
  return body.includes('\n') || body.length > 200 ? `\n\n${fenced(body)}` : ` ${body}`;
}

/** The body in a code block whose fence it does not contain. */
function fenced(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${body}\n${fence}`;
}

function contentText(content: readonly ResultBlock[], structured: unknown): string {
  const parts = content.map(blockText).filter((part) => part !== '');
  if (parts.length === 0 && structured !== undefined) parts.push(JSON.stringify(structured));
  return shortened(parts.join('\n').trim(), SHOWN);
}

function blockText(block: ResultBlock): string {
  const text = block['text'];
  if (block.type === 'text') return typeof text === 'string' ? text : '';
  const kind = block['mimeType'];
  const link = block['uri'];
  const detail = [kind, link].filter((part) => typeof part === 'string').join(' ');
  return `[${block.type}${detail === '' ? '' : ` ${shortened(detail, 200)}`}]`;
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Not in the middle of a surrogate pair.
  const cut = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, cut)}… (${text.length - cut} more characters)`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function stoppedText(
  next: StepPlan,
  text: string,
  tools: readonly ModelTool[],
  inside: boolean,
): string {
  switch (next.kind) {
    case 'call':
      return callText(next.tool);
    case 'ask':
      return `To call ${toolLabel(next.tool)} I still need:\n${next.fields.map(fieldLine).join('\n')}`;
    case 'choose':
      return `Several tools have this name: ${next.tools.map((tool) => `\`${tool.toolName}\` of ${tool.serverName ?? 'this program'}`).join(', ')}. Say which server you mean.`;
    case 'unusable':
      return `I cannot call ${toolLabel(next.tool)}: ${next.reason}.`;
    case 'none':
      return inside
        ? `I do not know which tool this step needs: "${shortened(oneLine(text), 160)}". ${honest}`
        : helpText(tools);
  }
}

function fieldLine(field: MissingField): string {
  const described = field.description === undefined ? '' : `: ${oneLine(field.description)}`;
  const choices = field.choices.length === 0 ? '' : ` (one of ${field.choices.join(', ')})`;
  const problem = field.problem === undefined ? '' : ` — ${field.problem}`;
  return `- \`${field.name}\`${described}${choices}${problem}`;
}

/** What can be done here, with some tools and an example of how to ask. */
export function helpText(tools: readonly ModelTool[]): string {
  if (tools.length === 0) {
    return `${honest} No tool is available now: connect a server, or choose a model in the settings.`;
  }
  const listed = tools.slice(0, LISTED_TOOLS).map((tool) => {
    const about = oneLine(tool.description);
    return `- \`${tool.toolName}\`${tool.serverName === undefined ? '' : ` (${tool.serverName})`}${about === '' ? '' : `: ${shortened(about, 120)}`}`;
  });
  const more = tools.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  const [first] = tools;
  const example = first ? ` For example: \`${exampleFor(first)}\`.` : '';
  return `${honest} I found no tool that fits what you wrote. Name one of these tools and give its values:\n${listed.join('\n')}\n\nWrite values in quotes or as \`name=value\`.${example}`;
}

function exampleFor(tool: ModelTool): string {
  const values = fieldsOf(tool.inputSchema)
    .filter((field) => field.required)
    .slice(0, 3)
    .map((field) => `${field.name}=…`);
  return `Use the ${tool.toolName} tool${values.length === 0 ? '' : ` with ${values.join(' ')}`}`;
}
