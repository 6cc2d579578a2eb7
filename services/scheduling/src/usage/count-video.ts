import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { updateQuota } from '../entries/entry.repository.ts';
import type { QuotaState } from '../entries/entry.ts';
import { writeLedger } from '../entries/usage-ledger.repository.ts';
import { lockAccount } from '../plans/account.repository.ts';
import { readUpcomingEntries, resumeFitting } from './fit-entries.ts';

interface Video {
  readonly id: string;
  readonly user_id: string;
  readonly quota_month: Date;
  readonly quota_state: QuotaState;
}

/** The video was made, or did go out after all: it counts for good. */
export async function commitVideo(trx: Transaction<SchedulingDatabase>, video: Video, now: Date): Promise<void> {
  if (video.quota_state === 'committed') return;
  const line = lineOf(video);
  const taken = video.quota_state === 'released' ? [{ ...line, kind: 'reserve' as const }] : [];
  await writeLedger(trx, [...taken, { ...line, kind: 'commit' }], now);
  await updateQuota(trx, video.id, { quota_state: 'committed' });
}

/** The video is given back, and an entry that was paused for lack of room may take its place. */
export async function releaseVideo(trx: Transaction<SchedulingDatabase>, video: Video, now: Date): Promise<void> {
  if (video.quota_state === 'released') return;
  await writeLedger(trx, [{ ...lineOf(video), kind: 'release' }], now);
  await updateQuota(trx, video.id, { quota_state: 'released' });
  const account = await lockAccount(trx, video.user_id, now);
  await resumeFitting(trx, account, await readUpcomingEntries(trx, account, now), now);
}

const lineOf = (video: Video) => ({ userId: video.user_id, videoId: video.id, quotaMonth: video.quota_month });
