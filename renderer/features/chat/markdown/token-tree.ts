import type { Token } from 'markdown-it';

/** A token with what stands between its opening and closing. */
export interface TokenNode {
  readonly token: Token;
  readonly children: readonly TokenNode[];
}

/** The flat tokens of the parser as a tree. Inline tokens become the nodes inside them. */
export function tokenTree(tokens: readonly Token[]): TokenNode[] {
  const root: TokenNode[] = [];
  const open: TokenNode[][] = [root];
  for (const token of tokens) {
    const level = open.at(-1) ?? root;
    if (token.nesting === 1) {
      const children: TokenNode[] = [];
      level.push({ token, children });
      open.push(children);
    } else if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.type === 'inline') {
      level.push(...tokenTree(token.children ?? []));
    } else {
      level.push({ token, children: [] });
    }
  }
  return root;
}
