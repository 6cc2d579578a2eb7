import type { Provider, Sandbox } from './core/sandbox.ts';

/** Every emulated provider. One line each. */
export function allProviders(_sandbox: Sandbox): Provider[] {
  return [];
}
