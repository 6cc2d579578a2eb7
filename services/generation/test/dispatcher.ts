/**
 * Copies Node's fetch dispatcher into Jest's realm, where the official genai client looks for it. `fetch` itself is
 * Node's, so the globals of its realm can be reached through it.
 */
const name = Symbol.for('undici.globalDispatcher.1');
const nodeGlobals = (fetch.constructor as (code: string) => () => Record<symbol, unknown>)('return globalThis')();
void new Headers();
(globalThis as unknown as Record<symbol, unknown>)[name] ??= nodeGlobals[name];
