import type { Clock } from '@reelwright/clock';
import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import type { Login } from '../platforms/login.ts';
import { type Platform, platforms } from '../platforms/platform.ts';
import { announceEnd } from './connection.events.ts';
import { listEndingConnections, lockConnectionById, saveAnnouncedEnd } from './connections.repository.ts';
import { endColumns, endOf, endsSoon, soonBefore } from './token-times.ts';

interface AnnounceDeps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly logins: Readonly<Record<Platform, Login>>;
}

/** Announces the connections that end within a week, once for each end. Any number of processes may call it at once. */
export async function announceEnds(deps: AnnounceDeps): Promise<void> {
  const real = deps.clock.real();
  for (const platform of platforms) {
    const column = endColumns[deps.logins[platform].endsWith];
    for (let after: string | undefined; ; ) {
      const ids = await listEndingConnections(deps.db, {
        platform,
        column,
        from: real,
        before: soonBefore(real),
        after,
      });
      for (const id of ids) await announce(deps, id, real);
      after = ids.at(-1);
      if (after === undefined) break;
    }
  }
}

async function announce({ db, clock, logins }: AnnounceDeps, id: string, real: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const connection = await lockConnectionById(trx, id);
    if (connection?.state !== 'connected') return;
    const end = endOf(logins[connection.platform], connection);
    if (!end || end <= real || !endsSoon(end, real) || connection.announced_end?.getTime() === end.getTime()) return;
    await saveAnnouncedEnd(trx, connection, end);
    await announceEnd(trx, connection, end, clock.now());
  });
}
