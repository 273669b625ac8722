import { exportTexts as words } from '../../../shared/texts/en/export.ts';
import { partsOf, type ExportedPart, type ExportedSession } from './exported-session.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.55 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; opacity: .75; }
dd { margin: 0; }
section { margin: 1.2rem 0; }
section.person { background: color-mix(in srgb, currentColor 8%, transparent); border-radius: 10px; padding: .6rem .9rem; }
h2 { font-size: .85rem; margin: 0 0 .3rem; opacity: .7; }
.said { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; background: color-mix(in srgb, currentColor 6%, transparent); border-radius: 8px; padding: .6rem .8rem; margin: .4rem 0; }
summary { cursor: default; }
.end { opacity: .75; font-style: italic; }
`;

/**
 * A session as one page without a script, an address that is fetched, or anything that acts: every text is text. Its own
 * policy forbids all else, wherever it is opened (SE-20).
 */
export function exportHtml({ session, messages }: ExportedSession): string {
  const title = escape(session.title.trim() || words.untitled);
  const facts = [
    [words.model, session.model.id],
    ...(session.folder === null ? [] : [[words.folder, session.folder]]),
    [words.begun, session.createdAt],
    [words.lastChange, session.updatedAt],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<dl>${facts.map(([name = '', value = '']) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('')}</dl>
${partsOf(messages).map(partHtml).join('\n')}
</body>
</html>
`;
}

function partHtml(part: ExportedPart): string {
  switch (part.kind) {
    case 'text':
      return `<section class="${part.by}"><h2>${part.by === 'person' ? words.person : words.agent}</h2>${said(part.text)}</section>`;
    case 'thinking':
      return `<details><summary>${words.thinking}</summary><pre>${escape(part.text)}</pre></details>`;
    case 'call':
      return `<details><summary>${escape(words.call(part.tool, words.outcomes[part.outcome]))}</summary><pre>${escape(part.input)}</pre>${part.result === '' ? '' : `<pre>${escape(part.result)}</pre>`}</details>`;
    case 'end':
      return `<p class="end">${words.ends[part.state]} ${escape(part.reason)}</p>`;
  }
}

/** Text with its fenced code apart. */
function said(text: string): string {
  return text
    .split(/^(```+[^\n]*\n[\s\S]*?^```+[ \t]*$)/m)
    .map((piece) => {
      const code = /^```+[^\n]*\n([\s\S]*?)\n?```+[ \t]*$/.exec(piece)?.[1];
      if (code !== undefined) return `<pre>${escape(code)}</pre>`;
      return piece.trim() === '' ? '' : `<div class="said">${escape(piece.trim())}</div>`;
    })
    .join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
