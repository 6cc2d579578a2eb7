import type { Reader } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import Type from 'typebox';
import type { HttpApp } from './index.ts';
import { readerOf } from './reader.ts';
import { errorResponses } from './replies.ts';
import { requireUser } from './request-guards.ts';

const AccountData = Type.Object({ part: Type.String(), exportedAt: Type.String(), data: Type.Unknown() });

/**
 * GET /api/account-data/<part> → {part, exportedAt, data}: the data that a service keeps about the caller, to download.
 * `data` is the result of `read`, which is called with the caller's own id and language; `exportedAt` is product time (ISO).
 * 401 without a signed-in user.
 */
export function serveAccountData(
  app: HttpApp,
  { part, clock, read }: { part: string; clock: Clock; read: (userId: string, reader: Reader) => Promise<object> },
): void {
  const schema = { response: { 200: AccountData, ...errorResponses(401) } };
  // A plugin: `describeRoutes` sees only plugins that are loaded after it.
  app.register(async (routes) => {
    routes.get(`/api/account-data/${part}`, { schema }, async (request) => {
      const { userId } = requireUser(request);
      const data = await read(userId, readerOf(request));
      return { part, exportedAt: clock.now().toISOString(), data };
    });
  });
}
