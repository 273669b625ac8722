/** Makes something at its first use, and keeps it: what hangs on the language is not known when a module is loaded. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
