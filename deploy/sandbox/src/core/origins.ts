import type { EmulatedPlatform, platformProviders } from '../platforms.ts';

/** The emulated providers. */
export type ProviderName = 'genai' | 'stripe' | (typeof platformProviders)[EmulatedPlatform];
export type Surface = ProviderName | 'console' | 'smtp';
export type Ports = Readonly<Record<Surface, number>>;

/** The origins of the sandbox's surfaces, which may differ for browsers and for servers. */
export interface Origins {
  /** The origin for browsers, e.g. `http://localhost:8131`, without a trailing slash. */
  browser(surface: Surface): string;
  /** The origin for servers, e.g. `http://127.0.0.1:8131`, without a trailing slash. */
  server(surface: Surface): string;
}

/** The port of each surface, as offsets of the product's public port. */
export function portsFrom(portBase: number): Ports {
  return {
    console: portBase + 50,
    google: portBase + 51,
    genai: portBase + 52,
    tiktok: portBase + 53,
    facebook: portBase + 54,
    instagram: portBase + 55,
    stripe: portBase + 56,
    smtp: portBase + 57,
  };
}

export const freePorts: Ports = {
  console: 0,
  google: 0,
  genai: 0,
  tiktok: 0,
  facebook: 0,
  instagram: 0,
  stripe: 0,
  smtp: 0,
};

/**
 * The origins for a table of ports, read at each call, because a free port is known only once its surface listens.
 * @param serverHost the sandbox's name for servers
 */
export function originsOf(ports: Partial<Record<Surface, number>>, serverHost = '127.0.0.1'): Origins {
  const port = (surface: Surface): number => {
    const known = ports[surface];
    if (!known) throw new Error(`the sandbox's ${surface} surface is not listening`);
    return known;
  };
  return {
    browser: (surface) => `http://localhost:${port(surface)}`,
    server: (surface) => `http://${serverHost}:${port(surface)}`,
  };
}
