import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { dayIn } from './days.ts';

/** A post up to 6 hours late may need yesterday; the rest is kept for inquiries. */
const KEPT_MS = 30 * 86_400_000;

/** Forgets the days that have long ended. */
export async function pruneDays(db: Kysely<PublishingDatabase>, now: Date): Promise<void> {
  const before = dayIn('UTC', new Date(now.getTime() - KEPT_MS));
  await db.deleteFrom('platform_budgets').where('day', '<', before).execute();
}
