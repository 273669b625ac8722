import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { ReadingNote, TextEdit, TextPosition } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';

const words = serverSetupTexts.reading;

export type JsonNode = Node;

/** A field of an object, with the node of its name. */
export interface JsonField {
  readonly name: string;
  readonly keyNode: Node;
  readonly value: Node;
}

/** JSON with comments and trailing commas, whose every part knows its place. */
export interface SourceText {
  readonly text: string;
  readonly root: Node | undefined;
  readonly mistakes: readonly ReadingNote[];
  readonly positionAt: (offset: number) => TextPosition;
}

function positions(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function mistakeSentence(code: string): string {
  switch (code) {
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return words.syntax.escape;
    case 'InvalidCharacter':
      return words.syntax.control;
    case 'InvalidNumberFormat':
      return words.syntax.number;
    case 'UnexpectedEndOfString':
    case 'UnexpectedEndOfComment':
      return words.syntax.end;
    case 'CommaExpected':
      return words.syntax.expected('A comma');
    case 'ColonExpected':
      return words.syntax.expected('A colon');
    case 'CloseBraceExpected':
      return words.syntax.expected('A closing brace }');
    case 'CloseBracketExpected':
      return words.syntax.expected('A closing bracket ]');
    case 'PropertyNameExpected':
      return words.syntax.expected('A name in quotes');
    case 'ValueExpected':
      return words.syntax.expected('A value');
    default:
      return words.syntax.symbol;
  }
}

/** Doubles every backslash of a string token that is not doubled yet and does not stand before a quote. */
export function doubledBackslashes(token: string): string {
  return token.replace(/\\(\\|")?/g, (found, next: string | undefined) =>
    next === undefined ? '\\\\' : found,
  );
}

/** The changes that double the backslashes of the string at `node`. */
export function backslashEdits(text: string, node: Node): readonly TextEdit[] {
  const token = text.slice(node.offset, node.offset + node.length);
  const { offset, length } = node;
  return [{ offset, length, text: doubledBackslashes(token) }];
}

function stringAt(node: Node | undefined, offset: number): Node | undefined {
  if (!node || offset < node.offset || offset > node.offset + node.length) return undefined;
  if (node.type === 'string') return node;
  return (node.children ?? [])
    .map((child) => stringAt(child, offset))
    .find((found) => found !== undefined);
}

/** Parses a text as far as it goes; what is wrong with it is in `mistakes`. `strict`: neither comments nor trailing commas. */
export function parseSource(text: string, options: { strict?: boolean } = {}): SourceText {
  const errors: ParseError[] = [];
  const strict = options.strict ?? false;
  const root = parseTree(text, errors, { allowTrailingComma: !strict, disallowComments: strict });
  const positionAt = positions(text);
  const mistakes = errors.map((error): ReadingNote => {
    const code = printParseErrorCode(error.error);
    const isEscape = code === 'InvalidEscapeCharacter' || code === 'InvalidUnicode';
    const broken = isEscape ? stringAt(root, error.offset) : undefined;
    return {
      severity: 'error',
      sentence: mistakeSentence(code),
      position: positionAt(error.offset),
      ...(broken
        ? {
            fix: {
              sentence: words.syntax.escapeFix,
              edits: [...backslashEdits(text, broken)],
            },
          }
        : {}),
    };
  });
  return { text, root, mistakes, positionAt };
}

/** The fields of an object node, in order; a name that is there twice comes twice. */
export function fieldsOf(node: Node | undefined): readonly JsonField[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap((property): JsonField[] => {
    const [keyNode, value] = property.children ?? [];
    return keyNode && value ? [{ name: String(keyNode.value), keyNode, value }] : [];
  });
}

/** The last field with this name, as JSON counts it. */
export function fieldOf(node: Node | undefined, name: string): JsonField | undefined {
  return fieldsOf(node).findLast((field) => field.name === name);
}

/** The items of an array node. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** The value of a string node. */
export function stringOf(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined;
}

/** The whole value of a node. */
export function valueOf(node: Node): unknown {
  return getNodeValue(node) as unknown;
}
