import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events, topics } from '@reelwright/contracts';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());

const deleted = (userId: string) => ({ userId, revision: 2 });
const receiptsOf = async ({ userId }: Partner) => {
  const { rows } = await sql<{ payload: object }>`
    select payload from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(api.db);
  return rows.map(({ payload }) => payload);
};
const post = (partner: Partner) =>
  api.post(partner, 'youtube/post', { videoFile: mp4().toString('base64') }, { 'idempotency-key': 'k' });

async function rowsOf({ userId }: Partner) {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from uploads where user_id = ${userId})
         + (select count(*) from partner_posts where user_id = ${userId})
         + (select count(*) from idempotency_keys where user_id = ${userId}) as count`.execute(api.db);
  return rows[0]?.count;
}

describe('a deleted account', () => {
  it('loses its posts, idempotency keys and videos, and no other account does', async () => {
    const [gone, staying] = [await api.newPartner('youtube'), await api.newPartner('youtube')];
    await Promise.all([post(gone), post(staying)]);
    const [upload] = await api.uploadsOf(gone);
    const id = randomUUID();
    await api.send(events.UserDeleted, deleted(gone.userId), id);
    await api.send(events.UserDeleted, deleted(gone.userId), id);

    await eventually(async () => {
      api.eraser.nudge();
      expect(await rowsOf(gone)).toBe(0);
    });
    await expect(api.readObject(upload?.media_key ?? '')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
    expect(await rowsOf(staying)).toBe(3);
    expect(await tablesNaming(api.db, [gone.userId, upload?.media_key ?? ''])).toEqual(['deleted_users']);
    await eventually(async () => expect(await receiptsOf(gone)).toHaveLength(1));
    const again = randomUUID();
    await api.send(events.UserDeleted, deleted(gone.userId), again);
    await eventually(async () => {
      const taken = api.db.selectFrom('inbox').select('event_id').where('event_id', '=', again);
      expect(await taken.execute()).toHaveLength(1);
    });
    expect(await receiptsOf(gone)).toMatchObject([
      {
        service: 'external-api',
        items: [
          { kind: 'uploaded_video', count: 1 },
          { kind: 'api_post', count: 1 },
          { kind: 'idempotency_key', count: 1 },
        ],
      },
    ]);
  });

  it('that never used a key publishes AccountErased at once', async () => {
    const partner = await api.newPartner();
    await api.send(events.UserDeleted, deleted(partner.userId));
    await eventually(async () => expect(await receiptsOf(partner)).toHaveLength(1));
  });

  it('publishes AccountErased only after the row is deleted, also after a crash between file and row', async () => {
    const partner = await api.newPartner('youtube');
    await post(partner);
    const [upload] = await api.uploadsOf(partner);
    await sql`create function die_at_the_row() returns trigger language plpgsql as $$ begin
      raise exception 'the process dies here'; end $$`.execute(api.db);
    await sql
      .raw(`create trigger die before delete on uploads for each row
        when (old.user_id = '${partner.userId}') execute function die_at_the_row()`)
      .execute(api.db);
    await api.send(events.UserDeleted, deleted(partner.userId));
    await eventually(async () => {
      api.eraser.nudge();
      await expect(api.readObject(upload?.media_key ?? '')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
    });
    expect(await receiptsOf(partner)).toEqual([]);
    await sql`drop trigger die on uploads`.execute(api.db);
    await eventually(async () => {
      await sql`update uploads set leased_until = null where user_id = ${partner.userId}`.execute(api.db);
      api.eraser.nudge();
      expect(await receiptsOf(partner)).toHaveLength(1);
    });
  });

  it('gets no rows from a request that still runs', async () => {
    const partner = await api.newPartner('youtube');
    await api.send(events.UserDeleted, deleted(partner.userId));
    await eventually(async () => expect(await receiptsOf(partner)).toHaveLength(1));
    const before = (await api.objects()).length;
    const late = await post(partner);
    expect([late.statusCode, late.json().error]).toEqual([404, 'ACCOUNT_DELETED']);
    expect(await api.objects()).toHaveLength(before);
    expect(api.postsOf(partner)).toEqual([]);
  });

  it('answers a waiting request with ACCOUNT_DELETED, whichever service consumes the deletion first', async () => {
    api.publishing.behaviour.stateOf = () => ({ state: 'processing' });
    const [atPublishing, here, beforePosting] = await Promise.all(
      ['a', 'b', 'c'].map(() => api.newPartner('youtube', 'instagram')),
    );
    if (!atPublishing || !here || !beforePosting) throw new Error('no partners');
    const waiting = [atPublishing, here].map((partner) => post(partner));
    await eventually(() => expect([atPublishing, here].flatMap((partner) => api.postsOf(partner))).toHaveLength(2));
    api.publishing.behaviour.deleted.add(atPublishing.userId).add(beforePosting.userId);
    await api.send(events.UserDeleted, deleted(here.userId));
    const videoUrl = 'https://example.com/v.mp4';
    const answers = await Promise.all([...waiting, api.post(beforePosting, 'instagram/post', { videoUrl })]);
    api.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toEqual(
      answers.map(() => [404, 'ACCOUNT_DELETED']),
    );
    await eventually(async () => {
      api.eraser.nudge();
      expect(await rowsOf(here)).toBe(0);
    });
  });

  it('is deleted also after an unreadable event', async () => {
    const partner = await api.newPartner('youtube');
    await post(partner);
    await api.send(events.UserDeleted, deleted(partner.userId), randomUUID(), Buffer.from([0xff, 0xff]));
    await api.send(events.UserDeleted, deleted(partner.userId));
    await eventually(async () => {
      api.eraser.nudge();
      expect(await rowsOf(partner)).toBe(0);
    });
    const admin = api.kafka.kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(`${api.kafka.prefix}${topics.auth}.dlq.external-api`);
    expect(offsets.reduce((sum, { high }) => sum + Number(high), 0)).toBe(1);
    await admin.disconnect();
  });
});

describe('housekeeping', () => {
  it('deletes past rate windows, keys after a day and posts after a year', async () => {
    const partner = await api.newPartner('youtube');
    await post(partner);
    await sql`update rate_windows set window_start = window_start - interval '3 hours'
      where key_id = ${partner.userId}`.execute(api.db);
    await sql`update idempotency_keys set expires_at = clock_timestamp() where key_id = ${partner.keyId}`.execute(
      api.db,
    );
    await sql`update partner_posts set updated_at = clock_timestamp() - interval '13 months'
      where key_id = ${partner.keyId}`.execute(api.db);
    await api.housekeeping();
    for (const table of ['rate_windows', 'idempotency_keys', 'partner_posts'] as const) {
      const subject = table === 'rate_windows' ? partner.userId : partner.keyId;
      const rows = await api.db.selectFrom(table).select('key_id').where('key_id', '=', subject).execute();
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
