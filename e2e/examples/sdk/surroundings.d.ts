// What the examples take for granted: a host with a database, a browser and a person.
declare const db: {
  query(sql: string): Promise<unknown[]>;
  getOrders(userId: string, status?: string): Promise<unknown[]>;
};
declare const docs: { search(text: string, limit: number): Promise<string[]> };
declare function pollUntil(isReached: () => Promise<boolean>): Promise<void>;
declare function openInBrowser(url: string): Promise<void>;
declare function waitForUserPasteCallback(): Promise<string>;
declare function openInBrowserAndWaitForCallback(url: string): Promise<string>;
declare function showForm(
  message: string,
  schema: Record<string, unknown>,
): Promise<Record<string, string | number | boolean | string[]> | undefined>;
