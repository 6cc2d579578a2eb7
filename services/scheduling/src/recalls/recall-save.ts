import type { ConfigurationSaved } from '@reelwright/contracts';
import { sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

type Trx = Transaction<SchedulingDatabase>;

/** What a save wrote, for `ConfigurationSaved.rows`: the settings, and the entries it added, changed or removed. */
export async function rowsOfSave(trx: Trx, userId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select json_build_object(
      'settings', (select to_json(c) from video_configurations c where c.user_id = ${userId}),
      'entries', (select coalesce(json_agg(to_jsonb(v) - 'slot_at'), '[]') from scheduled_videos v
                   where v.user_id = ${userId} and v.updated_at = ${now}))::text as text`.execute(trx);
  return rows[0]?.text ?? '';
}

/** Takes a save back in that a restored database has forgotten: the newer row wins. */
export async function recallSave(trx: Trx, { userId, rows }: ConfigurationSaved, now: Date): Promise<void> {
  if (rows === '') return;
  await trx
    .insertInto('usage_accounts')
    .columns(['user_id'])
    .values({ user_id: userId } as never)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const account = await trx
    .selectFrom('usage_accounts')
    .select('deleted_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (account?.deleted_at) return;
  await replaceOlder(
    trx,
    { table: 'video_configurations', key: 'user_id', version: 'version' },
    sql`
    select * from json_populate_record(null::video_configurations, ${rows}::json -> 'settings') where user_id is not null`,
  );
  await replaceOlder(
    trx,
    { table: 'scheduled_videos', key: 'id', version: 'revision' },
    sql`
    select * from json_populate_recordset(null::scheduled_videos, ${rows}::json -> 'entries')`,
  );
  await balanceLedger(trx, userId, now);
}

/** The columns of a table are those it has now: a row said by an older version lacks what was added since. */
async function replaceOlder(
  trx: Trx,
  { table, key, version }: { table: 'video_configurations' | 'scheduled_videos'; key: string; version: string },
  said: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    trx,
  );
  const columns = rows.map(({ name }) => name);
  const list = sql.join(columns.map((name) => sql.ref(name)));
  const set = sql.join(columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  await sql`
    insert into ${sql.table(table)} (${list}) select ${list} from (${said}) said
        on conflict (${sql.ref(key)}) do update set ${set}
     where ${sql.ref(`${table}.${version}`)} < excluded.${sql.ref(version)}`.execute(trx);
}

/** What an entry counts follows from the entry: lines that are missing, or too many, are made good. */
async function balanceLedger(trx: Trx, userId: string, now: Date): Promise<void> {
  await sql`
    insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
    select v.user_id, v.quota_month, v.id, case when counts.now < counts.due then 'reserve' else 'release' end,
           counts.due - counts.now, ${now}
      from scheduled_videos v
     cross join lateral (
           select coalesce(sum(delta), 0)::int as now, case v.quota_state when 'released' then 0 else 1 end as due
             from usage_ledger u where u.user_id = v.user_id and u.video_id = v.id) counts
     where v.user_id = ${userId} and counts.now <> counts.due`.execute(trx);
}
