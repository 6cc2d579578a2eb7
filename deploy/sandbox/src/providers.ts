import type { Provider, Sandbox } from './core/sandbox.ts';
import { type GenaiSettings, genaiProvider } from './genai/provider.ts';
import { googleProvider } from './google/provider.ts';
import { stripeProvider } from './stripe/provider.ts';

/** Every emulated provider. One line each. */
export function allProviders(sandbox: Sandbox, settings: GenaiSettings): Provider[] {
  return [googleProvider(sandbox), genaiProvider(sandbox, settings), stripeProvider(sandbox)];
}
