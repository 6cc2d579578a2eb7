/**
 * Jest runs tests in a realm of their own, without the symbol under which Node keeps fetch's dispatcher, and the
 * official genai client looks for it. `fetch` itself is Node's, so its realm's globals can be reached through it.
 */
const name = Symbol.for('undici.globalDispatcher.1');
const nodeGlobals = (fetch.constructor as (code: string) => () => Record<symbol, unknown>)('return globalThis')();
void new Headers();
(globalThis as unknown as Record<symbol, unknown>)[name] ??= nodeGlobals[name];
