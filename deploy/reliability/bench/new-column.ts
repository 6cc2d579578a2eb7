import type { Migration } from '@reelwright/postgres';
import { type Kysely, sql } from 'kysely';

const PAGES = 500;

/** A column that no release misses, in the steps of CONTRIBUTING.md. */
export const newColumn: Record<string, Migration> = {
  '9001-add-publish-day': {
    async up(db: Kysely<unknown>) {
      await sql`alter table scheduled_videos add column publish_day date`.execute(db);
    },
  },
  '9002-fill-publish-day': {
    transaction: false,
    async up(db: Kysely<unknown>) {
      const { rows } = await sql<{ pages: number }>`
        select pg_relation_size('scheduled_videos') / current_setting('block_size')::bigint as pages`.execute(db);
      const pages = rows[0]?.pages ?? 0;
      for (let page = 0; page <= pages; page += PAGES) {
        await sql`
          update scheduled_videos set publish_day = publish_at::date
           where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid
             and publish_day is null and publish_at is not null`.execute(db);
      }
      // A request that changes a row moves it, to a range that was filled already or beyond the last one.
      for (let missed = 1n; missed > 0n; ) {
        const moved = await sql`
          update scheduled_videos set publish_day = publish_at::date
           where id in (select id from scheduled_videos
                         where publish_day is null and publish_at is not null limit 5000)`.execute(db);
        missed = moved.numAffectedRows ?? 0n;
      }
    },
  },
  '9003-find-publish-day': {
    transaction: false,
    async up(db: Kysely<unknown>) {
      await sql`set lock_timeout = 0`.execute(db);
      await sql`create index concurrently if not exists scheduled_videos_publish_day_idx
                  on scheduled_videos (publish_day)`.execute(db);
    },
  },
  '9004-require-publish-day': {
    async up(db: Kysely<unknown>) {
      await sql`alter table scheduled_videos add constraint scheduled_videos_publish_day_check
                  check (publish_day is not null or publish_at is null) not valid`.execute(db);
    },
  },
  '9005-validate-publish-day': {
    transaction: false,
    async up(db: Kysely<unknown>) {
      await sql`alter table scheduled_videos validate constraint scheduled_videos_publish_day_check`.execute(db);
    },
  },
};
