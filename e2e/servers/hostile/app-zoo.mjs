// @ts-check
const page = (/** @type {string} */ body) =>
  `<!doctype html><meta charset="utf-8"><title>App</title><body><p id="out">waiting</p><script>${body}</script></body>`;

/** Talks to its host by the protocol of MCP Apps, and tries what it must not be able to do. */
const curious = page(`
const out = document.getElementById('out');
const tried = {};
const attempt = (name, run) => { try { run(); tried[name] = 'allowed'; } catch { tried[name] = 'refused'; } };
attempt('parent', () => parent.document.title);
attempt('storage', () => localStorage.setItem('a', 'b'));
attempt('cookie', () => { document.cookie = 'a=b'; if (!document.cookie) throw new Error('none'); });
const net = fetch('http://127.0.0.1:9/').then(() => 'allowed', () => 'refused');
let id = 0;
const send = (method, params) => parent.postMessage({ jsonrpc: '2.0', id: ++id, method, params }, '*');
const tell = (method, params) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
addEventListener('message', async ({ data }) => {
  if (data?.id === 1 && data.result) {
    tell('ui/notifications/initialized', {});
    tried.fetch = await net;
    out.textContent = JSON.stringify(tried);
    for (const height of [1e9, -1, 'NaN', 120]) tell('ui/notifications/size-changed', { width: 300, height });
  }
  if (data?.method === 'ui/notifications/tool-result') out.dataset.result = JSON.stringify(data.params);
});
send('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'curious', version: '1' }, appCapabilities: {} });
`);

/** Resources of `ui://`, by address. */
export const appResources = {
  'ui://hostile/curious': {
    mimeType: 'text/html;profile=mcp-app',
    text: curious,
    _meta: { ui: { csp: { connectDomains: [] }, prefersBorder: true } },
  },
  'ui://hostile/not-html': { mimeType: 'image/png', blob: 'AAAA' },
};

/** Tools that belong to an app. */
export const appTools = {
  app_curious: { resourceUri: 'ui://hostile/curious' },
  app_wrong_kind: { resourceUri: 'ui://hostile/not-html' },
  app_missing: { resourceUri: 'ui://hostile/nowhere' },
  app_foreign: { resourceUri: 'https://example.com/app' },
};
