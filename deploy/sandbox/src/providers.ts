import type { Provider, Sandbox } from './core/sandbox.ts';
import { googleProvider } from './google/provider.ts';

/** Every emulated provider. One line each. */
export function allProviders(sandbox: Sandbox): Provider[] {
  return [googleProvider(sandbox)];
}
