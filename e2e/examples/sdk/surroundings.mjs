/** The host around the examples, on this computer alone: pages are opened by asking them for their redirect. */
let callback = '';
const visit = async (url) => {
  const answer = await fetch(url, { redirect: 'manual' });
  callback = answer.headers.get('location') ?? '';
  return callback;
};
Object.assign(globalThis, {
  db: {
    query: async () => [{ id: 1 }],
    getOrders: async (userId, status) => [{ userId, status, total: 42 }],
  },
  docs: { search: async (text, limit) => [`${text}: at most ${limit} hits`] },
  pollUntil: async (isReached) => {
    while (!(await isReached())) await new Promise((done) => setTimeout(done, 20));
  },
  openInBrowser: visit,
  waitForUserPasteCallback: async () => callback,
  openInBrowserAndWaitForCallback: visit,
  showForm: async (_message, schema) =>
    Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, 'from the form'])),
});
