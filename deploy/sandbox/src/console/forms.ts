import type { FastifyInstance } from 'fastify';
import { type ChaosSettings, calm } from '../core/chaos.ts';
import type { ConsoleParts } from './server.ts';

const hour = 3_600_000;

/** The routes of the console's forms. Each redirects to the overview. */
export function addForms(app: FastifyInstance, { sandbox, providers, reset }: ConsoleParts): void {
  const { chaos, clock } = sandbox;

  app.post<{ Params: { provider: string }; Body: Record<string, string> }>(
    '/forms/chaos/:provider',
    async (request, reply) => {
      const provider = providers.find(({ name }) => name === request.params.provider);
      if (provider) chaos.set(provider.name, request.body.calm === undefined ? settingsFrom(request.body) : calm);
      return reply.redirect(`/#${request.params.provider}`, 303);
    },
  );
  app.post('/forms/reset', async (_request, reply) => {
    reset();
    return reply.redirect('/', 303);
  });
  app.post<{ Body: { by?: string; to?: string } }>('/forms/clock', async (request, reply) => {
    const { by, to } = request.body;
    const present = clock.offset?.() ?? 0;
    const offset =
      by === 'hour'
        ? present + hour
        : by === 'day'
          ? present + 24 * hour
          : by === 'real'
            ? 0
            : Date.parse(`${to}Z`) - clock.real().getTime();
    if (Number.isFinite(offset)) await clock.setOffset?.(offset);
    return reply.redirect('/', 303);
  });
}

function settingsFrom(form: Record<string, string>): ChaosSettings {
  const given = Object.entries(form).filter(([name]) => Object.hasOwn(calm, name));
  const read = given.map(([name, value]) => {
    if (name === 'only') return [name, value];
    if (name === 'limit') return [name, value === '' ? null : Number(value)];
    return [name, Number(value)];
  });
  return { ...calm, ...Object.fromEntries(read) };
}
