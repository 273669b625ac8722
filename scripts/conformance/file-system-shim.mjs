// @ts-check
/** Loaded before a suite: it imports `globSync`, which this project's oldest Node does not have and no client scenario uses. */
import { register } from 'node:module';

const source =
  "export * from 'node:fs'; export { default } from 'node:fs'; export function globSync() { return []; }";
const hooks = `
export async function resolve(name, context, next) {
  if (name === 'fs' && context.parentURL?.includes('/conformance-')) return { url: 'shim:fs', shortCircuit: true };
  return next(name, context);
}
export async function load(url, context, next) {
  if (url === 'shim:fs') return { format: 'module', shortCircuit: true, source: ${JSON.stringify(source)} };
  return next(url, context);
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
