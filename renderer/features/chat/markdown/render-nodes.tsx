import { Fragment, type ReactNode } from 'react';
import type { Token } from 'markdown-it';
import { text } from '../../../../shared/texts/catalogue.ts';
import { CodeFigure } from './code-figure.tsx';
import { Formula } from './math/formula.tsx';
import { MarkdownLink } from './markdown-link.tsx';
import { isOpenFence } from './open-fence.ts';
import { RemoteImage } from './remote-image.tsx';
import { safeUrl } from './safe-url.ts';
import type { TokenNode } from './token-tree.ts';

export function renderNodes(nodes: readonly TokenNode[]): ReactNode {
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node)}</Fragment>);
}

/** Every kind of token has its element here; a kind that is not known shows its content as text. */
function renderNode(node: TokenNode): ReactNode {
  const { token } = node;
  const inside = () => renderNodes(node.children);
  switch (token.type) {
    case 'paragraph_open':
      return token.hidden ? inside() : <p dir="auto">{inside()}</p>;
    case 'heading_open':
      return heading(token, inside());
    case 'bullet_list_open':
      return (
        <ul dir="auto" className="list-disc space-y-1 ps-5 marker:text-subtle">
          {inside()}
        </ul>
      );
    case 'ordered_list_open':
      return (
        <ol
          dir="auto"
          start={Number(attribute(token, 'start') ?? 1)}
          className="list-decimal space-y-1 ps-6 marker:text-subtle"
        >
          {inside()}
        </ol>
      );
    case 'list_item_open':
      return listItem(node);
    case 'blockquote_open':
      return (
        <blockquote
          dir="auto"
          className="flex flex-col gap-2 border-s-2 border-line-strong ps-3 text-muted"
        >
          {inside()}
        </blockquote>
      );
    case 'fence':
    case 'code_block':
      return (
        <CodeFigure
          language={token.info.trim().split(/\s/)[0] ?? ''}
          code={token.content.replace(/\n$/, '')}
          isOpen={isOpenFence(token)}
        />
      );
    case 'math_block':
      return <Formula tex={token.content} isBlock />;
    case 'footnote_open':
      return (
        <p className="text-small text-muted">
          <sup className="mr-1 text-micro text-subtle">{token.info}</sup>
          {inside()}
        </p>
      );
    case 'hr':
      return <hr className="border-line" />;
    case 'table_open':
      return (
        <div className="thin-scroll overflow-x-auto">
          <table dir="auto" className="border-collapse text-ui">
            {inside()}
          </table>
        </div>
      );
    case 'thead_open':
      return <thead>{inside()}</thead>;
    case 'tbody_open':
      return <tbody>{inside()}</tbody>;
    case 'tr_open':
      return <tr>{inside()}</tr>;
    case 'th_open':
      return (
        <th
          className={`border-b border-line-strong px-2 py-1 font-medium text-muted ${alignment(token)}`}
        >
          {inside()}
        </th>
      );
    case 'td_open':
      return (
        <td className={`border-b border-line px-2 py-1 align-top ${alignment(token)}`}>
          {inside()}
        </td>
      );
    default:
      return renderInline(node);
  }
}

function renderInline(node: TokenNode): ReactNode {
  const { token } = node;
  const inside = () => renderNodes(node.children);
  switch (token.type) {
    case 'strong_open':
      return <strong>{inside()}</strong>;
    case 'em_open':
      return <em>{inside()}</em>;
    case 's_open':
      return <s>{inside()}</s>;
    case 'link_open':
      return link(token, inside());
    case 'image':
      return <RemoteImage alt={token.content} source={attribute(token, 'src') ?? ''} />;
    case 'code_inline':
      return <code className="font-mono text-[0.92em]">{token.content}</code>;
    case 'math_inline':
      return <Formula tex={token.content} isBlock={false} />;
    case 'math_block':
      return <Formula tex={token.content} isBlock />;
    case 'footnote_ref':
      return (
        <sup className="text-micro text-accent-text" title={text.chat.footnote(token.content)}>
          {token.content}
        </sup>
      );
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    default:
      return node.children.length > 0 ? inside() : token.content;
  }
}

function attribute(token: Token, name: string): string | undefined {
  const value: unknown = token.attrGet(name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Alignment comes as a style text; only the three known ones become classes. */
function alignment(token: Token): string {
  const style = attribute(token, 'style') ?? '';
  if (style.endsWith('right')) return 'text-right';
  if (style.endsWith('left')) return 'text-left';
  return style.endsWith('center') ? 'text-center' : 'text-start';
}

function heading(token: Token, content: ReactNode): ReactNode {
  // The page has its own heading: those of an answer come below it.
  switch (token.tag) {
    case 'h1':
      return (
        <h3 dir="auto" className="mt-2 text-title">
          {content}
        </h3>
      );
    case 'h2':
      return (
        <h4 dir="auto" className="mt-1.5 text-dialog">
          {content}
        </h4>
      );
    case 'h3':
      return (
        <h5 dir="auto" className="mt-1 text-heading">
          {content}
        </h5>
      );
    default:
      return (
        <h6 dir="auto" className="text-heading text-muted">
          {content}
        </h6>
      );
  }
}

function link(token: Token, content: ReactNode): ReactNode {
  const url = safeUrl(attribute(token, 'href') ?? '');
  return url === undefined ? (
    <span>{content}</span>
  ) : (
    <MarkdownLink url={url}>{content}</MarkdownLink>
  );
}

const taskMark = /^\[([ xX])\]\s+/;

/** An item, with the box of a GFM task in front when it is one. */
function listItem(node: TokenNode): ReactNode {
  const [first, ...others] = node.children;
  const lead = first?.token.type === 'paragraph_open' ? first.children[0] : undefined;
  const task = lead?.token.type === 'text' ? taskMark.exec(lead.token.content) : null;
  if (first === undefined || lead === undefined || task === null) {
    return <li className="space-y-2">{renderNodes(node.children)}</li>;
  }
  const content = lead.token.content.slice(task[0].length);
  return (
    <li className="list-none space-y-2">
      <input
        type="checkbox"
        readOnly
        disabled
        checked={task[1] !== ' '}
        className="mr-1.5 -ml-4.5 align-[-2px]"
      />
      {content}
      {renderNodes(first.children.slice(1))}
      {renderNodes(others)}
    </li>
  );
}
