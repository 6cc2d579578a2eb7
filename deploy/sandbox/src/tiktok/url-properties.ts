import type { FastifyInstance } from 'fastify';
import type { Store } from '../core/store.ts';
import { mayPull } from '../social/pull.ts';

interface UrlProperty {
  /** A domain with its subdomains, or an address prefix. */
  id: string;
}

/** The URL properties that the app's owner verified in TikTok's portal, from which videos may be pulled. Empty at first. */
export interface UrlProperties {
  isVerified(url: string): boolean;
  all(): string[];
  set(properties: readonly string[]): void;
}

export function urlPropertiesOf(store: Store): UrlProperties {
  const saved = store.collection<UrlProperty>('tiktok-url-properties');
  return {
    isVerified: (url) => mayPull(url) && saved.all().some(({ id }) => covers(id, url)),
    all: () => saved.all().map(({ id }) => id),
    set: (properties) => {
      for (const { id } of saved.all()) saved.delete(id);
      for (const id of properties) saved.put({ id });
    },
  };
}

function covers(property: string, url: string): boolean {
  if (property.includes('://')) return url.startsWith(property);
  const { hostname } = new URL(url);
  return hostname === property || hostname.endsWith(`.${property}`);
}

/** `GET` and `PUT /_sandbox/url-properties`: the portal's list. 400 INVALID_PROPERTY for an invalid property. */
export function addUrlPropertyRoutes(app: FastifyInstance, properties: UrlProperties): void {
  app.get('/_sandbox/url-properties', async () => ({ properties: properties.all() }));
  app.put<{ Body: { properties?: unknown } | undefined }>('/_sandbox/url-properties', async (request, reply) => {
    const given = request.body?.properties;
    const isRight = (one: unknown) =>
      typeof one === 'string' && (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(one) || (URL.canParse(one) && one.endsWith('/')));
    if (!Array.isArray(given) || !given.every(isRight)) {
      const message = 'Send properties as a list of domains and of addresses that end with a slash.';
      return reply.code(400).send({ error: 'INVALID_PROPERTY', message });
    }
    properties.set(given);
    return { properties: properties.all() };
  });
}
