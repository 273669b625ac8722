import mermaid from 'mermaid';

/** Several may be asked for in a row, and only the last counts. */
let asked = 0;

/** The page of a diagram's frame: it gets a text, draws it and says how high it is. Nothing else is in reach. */
async function draw(source: string, isDark: boolean): Promise<void> {
  const mine = (asked += 1);
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'default',
    fontFamily: 'system-ui, sans-serif',
    maxTextSize: 50_000,
  });
  try {
    const { svg } = await mermaid.render(`diagram-${String(mine)}`, source);
    if (mine !== asked) return;
    document.body.innerHTML = svg;
    watchHeight();
  } catch (failure) {
    if (mine !== asked) return;
    const reason = failure instanceof Error ? failure.message : String(failure);
    parent.postMessage({ kind: 'failed', reason }, '*');
  }
}

/** The drawing is as wide as its place, so its height follows the width of the window. */
const observer = new ResizeObserver(([entry]) => {
  const height = entry?.target.getBoundingClientRect().height ?? 0;
  if (height > 0) parent.postMessage({ kind: 'drawn', height: Math.ceil(height) }, '*');
});

function watchHeight(): void {
  observer.disconnect();
  const drawing = document.body.querySelector('svg');
  if (drawing !== null) observer.observe(drawing);
}

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'object' || data === null) return;
  if ('source' in data && typeof data.source === 'string')
    void draw(data.source, 'isDark' in data && data.isDark === true);
});
parent.postMessage({ kind: 'ready' }, '*');
