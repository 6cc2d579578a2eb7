import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../core/sandbox.ts';
import { accountsOf } from './accounts.ts';
import { settingsOf, type YouTubeSettings } from './youtube/video.ts';

/** Settings of the emulated accounts and projects: the size of a Drive, YouTube's quotas, the project's audit. */
export function addKnobs(app: FastifyInstance, { store }: Sandbox): void {
  /** `{email, bytes}`: the size of the account's Drive. 404 for an unknown e-mail. */
  app.put<{ Body: { email: string; bytes: number } }>('/api/drive/quota', async (request, reply) => {
    const { email, bytes } = request.body;
    const accounts = accountsOf(store);
    const account = accounts.find((candidate) => candidate.email === email);
    if (!account)
      return reply.code(404).send({ error: 'NO_SUCH_ACCOUNT', message: 'There is no account with that e-mail.' });
    if (!Number.isFinite(bytes) || bytes < 0)
      return reply.code(400).send({ error: 'INVALID_QUOTA', message: 'Send bytes as a number from 0 on.' });
    return accounts.update(account.id, { driveQuota: bytes });
  });
  app.get('/api/youtube/settings', async () => settingsOf(store));
  /** `{uploadsPerDay?, unitsPerDay?, uploadsPerChannel?, audited?}` */
  app.put<{ Body: Partial<YouTubeSettings> }>('/api/youtube/settings', async (request) => {
    const changed = { ...settingsOf(store), ...request.body, id: 'youtube' } as const;
    return store.collection<YouTubeSettings>('youtube-settings').put(changed);
  });
}
