/**
 * Jest runs tests in a realm without the symbol under which Node keeps fetch's dispatcher, which the official genai client
 * reads. `fetch` itself is Node's, so the globals of Node's realm are reached through it.
 */
const name = Symbol.for('undici.globalDispatcher.1');
const nodeGlobals = (fetch.constructor as (code: string) => () => Record<symbol, unknown>)('return globalThis')();
void new Headers();
(globalThis as unknown as Record<symbol, unknown>)[name] ??= nodeGlobals[name];
