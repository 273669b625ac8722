import mermaid from 'mermaid';

/** The page of a diagram's frame: it gets a text, draws it and says how high it is. Nothing else is in reach. */
async function draw(source: string, isDark: boolean): Promise<void> {
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
    const { svg } = await mermaid.render('diagram', source);
    document.body.innerHTML = svg;
    const { height } = document.body.getBoundingClientRect();
    parent.postMessage({ kind: 'drawn', height: Math.ceil(height) }, '*');
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    parent.postMessage({ kind: 'failed', reason }, '*');
  }
}

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'object' || data === null) return;
  if ('source' in data && typeof data.source === 'string')
    void draw(data.source, 'isDark' in data && data.isDark === true);
});
parent.postMessage({ kind: 'ready' }, '*');
