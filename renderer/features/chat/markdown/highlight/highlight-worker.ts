import { createLineHighlighter } from './highlight-lines.ts';
import type { HighlightRequest } from './token-line.ts';

const highlight = createLineHighlighter();

self.addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  highlight(data).then(
    (answer) => self.postMessage(answer ?? { block: data.block, from: 0, lines: [] }),
    () => self.postMessage({ block: data.block, from: 0, lines: [] }),
  );
});
