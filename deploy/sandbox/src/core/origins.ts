import type { Platform } from '@reelwright/product';

/** YouTube is one of Google's. */
export type ProviderName = 'google' | 'genai' | Exclude<Platform, 'youtube'> | 'stripe';
export type Surface = ProviderName | 'console' | 'smtp';
export type Ports = Readonly<Record<Surface, number>>;

/** Where the sandbox's surfaces answer. A browser and a server process may reach them under different names. */
export interface Origins {
  /** What a person's browser opens, e.g. `http://localhost:8131`. No trailing slash. */
  browser(surface: Surface): string;
  /** What a server process calls, e.g. `http://127.0.0.1:8131`. No trailing slash. */
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

/** Origins over a live port table: with free ports the numbers are known only once each surface listens. */
export function originsOf(ports: Partial<Record<Surface, number>>): Origins {
  const port = (surface: Surface): number => {
    const known = ports[surface];
    if (!known) throw new Error(`the sandbox's ${surface} surface is not listening`);
    return known;
  };
  return {
    browser: (surface) => `http://localhost:${port(surface)}`,
    server: (surface) => `http://127.0.0.1:${port(surface)}`,
  };
}
