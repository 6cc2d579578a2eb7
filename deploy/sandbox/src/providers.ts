import type { ProviderName } from './core/origins.ts';
import type { Provider, Sandbox } from './core/sandbox.ts';
import type { GenaiSettings } from './genai/provider.ts';

/** All emulated providers. A thread loads only its own provider's code. */
const makers: Record<ProviderName, (sandbox: Sandbox, settings: GenaiSettings) => Promise<Provider>> = {
  google: async (sandbox) => (await import('./google/provider.ts')).googleProvider(sandbox),
  genai: async (sandbox, settings) => (await import('./genai/provider.ts')).genaiProvider(sandbox, settings),
  tiktok: async (sandbox) => (await import('./tiktok/tiktok.ts')).tiktokProvider(sandbox),
  facebook: async (sandbox) => (await import('./facebook/facebook.ts')).facebookProvider(sandbox),
  instagram: async (sandbox) => (await import('./instagram/instagram.ts')).instagramProvider(sandbox),
  stripe: async (sandbox) => (await import('./stripe/provider.ts')).stripeProvider(sandbox),
};

export function providerOf(name: ProviderName, sandbox: Sandbox, settings: GenaiSettings): Promise<Provider> {
  return makers[name](sandbox, settings);
}

export function providersOf(
  names: readonly ProviderName[] | undefined,
  sandbox: Sandbox,
  settings: GenaiSettings,
): Promise<Provider[]> {
  const wanted = names ?? (Object.keys(makers) as ProviderName[]);
  return Promise.all(wanted.map((name) => makers[name](sandbox, settings)));
}
