import type { FastifyInstance, FastifyReply } from 'fastify';
import { isAway } from '../core/away.ts';
import type { ChaosSettings } from '../core/chaos.ts';
import type { Journal } from '../core/journal.ts';
import type { Provider } from '../core/sandbox.ts';
import type { ConsoleParts } from './server.ts';

/** The JSON API for tests. Errors are `{error, message}`. */
export function addApi(
  app: FastifyInstance,
  { sandbox, providers, requests, inbox, setAway, reset }: ConsoleParts,
): void {
  const { journal, chaos, clock, origins } = sandbox;

  /** The providers' effects, oldest first; filtered by `provider`, `act`, `account`, `id`. */
  app.get<{ Querystring: NonNullable<Parameters<Journal['read']>[0]> }>('/api/journal', async (request) => {
    const { provider, act, account, id } = request.query;
    return { entries: journal.read(JSON.parse(JSON.stringify({ provider, act, account, id }))) };
  });
  /** The last 200 calls, newest first. */
  app.get('/api/requests', async () => ({ requests: requests.last() }));
  /** The received mails, newest first; `to` filters them by address. */
  app.get<{ Querystring: { to?: string } }>('/api/inbox', async (request) =>
    inbox
      .mails(request.query.to)
      .map(({ id, to, replyTo, subject, text, receivedAt }) => ({ id, to, replyTo, subject, text, receivedAt })),
  );
  /** Each provider with its addresses. */
  app.get('/api/providers', async () => ({
    providers: providers.map(({ name, title }) => ({
      name,
      title,
      browser: origins.browser(name),
      server: origins.server(name),
    })),
  }));

  app.get<{ Params: { provider: string } }>('/api/chaos/:provider', async (request, reply) => {
    const provider = named(providers, request.params.provider);
    return provider ? chaos.settings(provider.name) : unknownProvider(reply);
  });
  /** Changes the given switches. 400 INVALID_CHAOS for an invalid value. */
  app.put<{ Params: { provider: string }; Body: Partial<ChaosSettings> }>(
    '/api/chaos/:provider',
    async (request, reply) => {
      const provider = named(providers, request.params.provider);
      if (!provider) return unknownProvider(reply);
      try {
        return chaos.set(provider.name, request.body ?? {});
      } catch (error) {
        return reply.code(400).send({ error: 'INVALID_CHAOS', message: (error as Error).message });
      }
    },
  );
  /** Makes a provider, or `smtp`, unavailable: `{how: 'refused' | 'unavailable' | null}`. 400 INVALID_AWAY. */
  app.put<{ Params: { surface: string }; Body: { how?: unknown } }>('/api/away/:surface', async (request, reply) => {
    const { surface } = request.params;
    const name = surface === 'smtp' ? surface : named(providers, surface)?.name;
    if (!name) return unknownProvider(reply);
    const how = request.body?.how ?? undefined;
    if (how !== undefined && !isAway(how)) {
      return reply.code(400).send({ error: 'INVALID_AWAY', message: 'Send how as refused, unavailable or null.' });
    }
    await setAway(name, how);
    return { how: how ?? null };
  });
  /** Empties state and media and turns the switches off. The journal is kept. */
  app.post('/api/reset', async () => {
    reset();
    return { reset: true };
  });

  const time = () => ({
    now: clock.now().toISOString(),
    real: clock.real().toISOString(),
    offsetMs: clock.offset?.() ?? 0,
  });
  /** Product time: `{now, real, offsetMs}`. */
  app.get('/api/clock', async () => time());
  /** Moves product time: `{offsetMs}` or `{now: RFC 3339}`. 409 when the clock can't be moved. */
  app.put<{ Body: { offsetMs?: number; now?: string } }>('/api/clock', async (request, reply) => {
    if (!clock.setOffset)
      return reply.code(409).send({ error: 'CLOCK_FIXED', message: 'This clock can’t be moved from here.' });
    const { offsetMs, now } = request.body ?? {};
    const wanted = now === undefined ? offsetMs : Date.parse(now) - clock.real().getTime();
    if (typeof wanted !== 'number' || !Number.isFinite(wanted)) {
      return reply
        .code(400)
        .send({ error: 'INVALID_TIME', message: 'Send offsetMs as a number or now as a date and time.' });
    }
    await clock.setOffset(wanted);
    return time();
  });
}

function named(providers: readonly Provider[], name: string): Provider | undefined {
  return providers.find((provider) => provider.name === name);
}

function unknownProvider(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: 'NO_SUCH_PROVIDER', message: 'There is no provider of that name.' });
}
