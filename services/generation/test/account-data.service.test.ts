import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Generation, startGeneration } from './harness.ts';

let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
}, 60_000);
afterAll(() => generation.stop());

const route = () => ({ part: 'videos', app: generation.app, identity: generation.identity });

/** A user with a finished video and the name in its request. */
async function givenUser(name: string): Promise<KnownPerson> {
  const [userId, videoId] = [randomUUID(), randomUUID()];
  // Recent, because the service erases videos older than three months.
  const at = new Date(generation.clock.now().getTime() - 86_400_000).toISOString();
  const later = generation.clock.now().toISOString();
  const branding = {
    logo: { digest: `digest-${name}`, width: 320, height: 80 },
    palette: ['#e07a5f'],
    corner: 'top_right',
  };
  const request = { videoType: 'v1', includeAudio: true, notes: name, brand: null };
  await sql`insert into generation_jobs (video_id, variation, user_id, state, request, model, prompt_version, operation, requested_at,
    publish_at, next_attempt_at, started_at, finished_at, media_key, poster_key, bytes, sha256, code, branding) values (${videoId}, 2,
    ${userId}, 'done', ${JSON.stringify(request)}, ${`model-${name}`}, 'v1.1/veo.1', 'secret-operation', ${at}, ${later}, ${at}, ${at},
    ${later}, 'secret-key.mp4', 'secret-key.webp', 7, 'secret-digest', 'SLOW',
    ${JSON.stringify(branding)})`.execute(generation.db);
  const image = Buffer.from(`image of ${name}`);
  await sql`insert into logos (user_id, digest, image, width, height)
    values (${userId}, ${branding.logo.digest}, ${image}, 320, 80)`.execute(generation.db);
  await sql`insert into brandings (user_id, logo_digest, palette, corner, saved_at)
    values (${userId}, ${branding.logo.digest}, ${branding.palette}, 'top_right', ${at})`.execute(generation.db);
  return {
    userId,
    data: {
      videos: [
        {
          videoId,
          variation: 2,
          state: 'done',
          request,
          branding,
          model: `model-${name}`,
          promptVersion: 'v1.1/veo.1',
          requestedAt: at,
          publishAt: later,
          startedAt: at,
          finishedAt: later,
          bytes: 7,
          code: 'SLOW',
        },
      ],
      branding: { ...branding, savedAt: at },
      logos: [{ ...branding.logo, image: image.toString('base64') }],
    },
    // A file can be read with its key, and the model's work with its operation.
    secrets: ['secret-'],
  };
}

describe('the account data of generation', () => {
  it('[ASVS 8.2.2] is exported for its user only', async () => {
    await requireOwnData(route(), await givenUser('ada'), await givenUser('ben'));
  });

  it('[ASVS 14.2.6] contains no secret', async () => {
    await requireNoSecret(route(), await givenUser('eve'));
  });

  it('is empty for a user without videos', async () => {
    expect((await readAccountData(route(), randomUUID())).data).toEqual({ videos: [], branding: null, logos: [] });
  });
});
