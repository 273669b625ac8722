import { assertNever } from '../../../../shared/lib/assert-never.ts';
import type {
  ProblemKind,
  SalvagedTranscript,
  TranscriptProblem,
} from '../../../storage/transcript/salvage-records.ts';

/** What is told to the person about damage (RT-42). */
export interface TranscriptLoss {
  /** A whole sentence. */
  readonly what: string;
  readonly keptIn: string | undefined;
  readonly lostBytes: number;
}

/** Sentences for the damage that no earlier `transcript_repaired` record has told. */
export function describeProblems(
  salvaged: SalvagedTranscript,
  keptIn: string | undefined,
  tailWasWhole: boolean,
): TranscriptLoss[] {
  const told = salvaged.records.findLast(
    ({ record }) =>
      record.type === 'message' &&
      record.message.type === 'system' &&
      record.message.subtype === 'transcript_repaired',
  );
  return salvaged.problems
    .filter((problem) => problem.offset > (told?.offset ?? -1))
    .filter((problem) => !(tailWasWhole && problem.kind === 'torn-tail'))
    .map((problem) => ({
      what: sentence(problem),
      keptIn: problem.kind === 'torn-tail' ? keptIn : undefined,
      lostBytes: problem.lostBytes,
    }));
}

function sentence({ kind, line }: TranscriptProblem): string {
  return `${cause(kind, String(line))} ${consequence(kind)}`;
}

function cause(kind: ProblemKind, line: string): string {
  switch (kind) {
    case 'torn-tail':
      return 'The last record of this session was not written to its end, probably because the program or the machine stopped.';
    case 'nul-block':
      return `Line ${line} of this session holds empty bytes, as a machine leaves them that lost power.`;
    case 'fused-records':
      return `Line ${line} of this session holds several records run together.`;
    case 'invalid-utf8':
      return `Line ${line} of this session holds bytes that are no text.`;
    case 'byte-order-mark':
      return `Line ${line} of this session begins with a byte order mark, as some editors write it.`;
    case 'unreadable':
      return `Line ${line} of this session cannot be read.`;
    case 'unknown-record':
      return `Line ${line} of this session is of a kind that this version does not know.`;
    default:
      return assertNever(kind, 'problem');
  }
}

function consequence(kind: ProblemKind): string {
  switch (kind) {
    case 'torn-tail':
      return 'It was cut off and kept in a file beside it.';
    case 'unreadable':
    case 'unknown-record':
      return 'It was skipped and stays in the file.';
    case 'nul-block':
    case 'byte-order-mark':
      return 'They were skipped.';
    case 'fused-records':
      return 'What could be told apart was kept.';
    case 'invalid-utf8':
      return 'They are shown as replacement characters.';
    default:
      return assertNever(kind, 'problem');
  }
}
