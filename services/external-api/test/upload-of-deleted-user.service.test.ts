import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { eraseUser } from '../src/personal-data/erase-user.ts';
import { eraseUpload } from '../src/uploads/erase-upload.ts';
import { createVideoProbe } from '../src/uploads/probe-video.ts';
import { erasureQueue, openUpload } from '../src/uploads/upload.repository.ts';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());

const receiptsOf = async ({ userId }: Partner) =>
  (await sql`select 1 from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(api.db)).rows;

async function open(partner: Partner) {
  const { db, store, clock, config } = api;
  const probe = createVideoProbe({ store, ffprobePath: config.FFPROBE_PATH });
  const sink = await openUpload({ db, store, clock, ...probe }, partner.userId);
  await sink.write(mp4());
  const [row] = await api.uploadsOf(partner);
  return { sink, mediaKey: row?.media_key ?? '' };
}

describe('the upload of a person whose account is deleted meanwhile', () => {
  it('lets AccountErased follow when it breaks off', async () => {
    const partner = await api.newPartner('youtube');
    const outgoing = httpRequest(`${api.url}/api/external/youtube/post`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...partner.headers },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(`{"videoFile":"${mp4(200_000).toString('base64')}`);
    await eventually(async () => expect(await api.uploadsOf(partner)).toHaveLength(1));
    const id = randomUUID();
    await api.send(events.UserDeleted, { userId: partner.userId, revision: 2 }, id);
    await eventually(async () => {
      const taken = api.db.selectFrom('inbox').select('event_id').where('event_id', '=', id);
      expect(await taken.execute()).toHaveLength(1);
    });
    outgoing.destroy();
    await eventually(async () => expect(await api.uploadsOf(partner)).toEqual([]));
    await eventually(async () => expect(await receiptsOf(partner)).toHaveLength(1));
  });

  it('is refused, and not kept, if it ends while the deletion is written', async () => {
    const partner = await api.newPartner('youtube');
    const { sink, mediaKey } = await open(partner);
    const deletion = await api.db.startTransaction().execute();
    await eraseUser(deletion, partner.userId, api.clock.now());
    const ending = expect(sink.end()).rejects.toMatchObject({ code: 'UPLOAD_ERASED' });
    // The end waits for the deletion.
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`.execute(api.db);
      expect(rows).toHaveLength(1);
    });
    await deletion.commit().execute();
    await ending;
    const [row] = await api.uploadsOf(partner);
    expect(row?.erase_at.getTime()).toBeLessThanOrEqual(api.clock.now().getTime());
    await expect(api.readObject(mediaKey)).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
  });
});

describe('an upload that ends at its time limit', () => {
  it('is refused once the eraser has claimed it, and leaves neither object nor row', async () => {
    const partner = await api.newPartner('youtube');
    const { sink, mediaKey } = await open(partner);
    await sql`update uploads set erase_at = '2000-01-01' where user_id = ${partner.userId}`.execute(api.db);
    const [claimed] = await erasureQueue(api.db, api.clock.now).claim(1);
    expect(claimed?.media_key).toBe(mediaKey);
    await expect(sink.end()).rejects.toMatchObject({ code: 'UPLOAD_ERASED' });
    if (claimed) await eraseUpload(api, claimed);
    expect(await api.uploadsOf(partner)).toEqual([]);
    await expect(api.readObject(mediaKey)).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
  });
});
