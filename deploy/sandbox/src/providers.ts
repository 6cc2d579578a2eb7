import type { Provider, Sandbox } from './core/sandbox.ts';
import { facebookProvider } from './facebook/facebook.ts';
import { type GenaiSettings, genaiProvider } from './genai/provider.ts';
import { googleProvider } from './google/provider.ts';
import { instagramProvider } from './instagram/instagram.ts';
import { stripeProvider } from './stripe/provider.ts';
import { tiktokProvider } from './tiktok/tiktok.ts';

/** Every emulated provider. One line each. */
export function allProviders(sandbox: Sandbox, settings: GenaiSettings): Provider[] {
  return [
    googleProvider(sandbox),
    genaiProvider(sandbox, settings),
    tiktokProvider(sandbox),
    facebookProvider(sandbox),
    instagramProvider(sandbox),
    stripeProvider(sandbox),
  ];
}
