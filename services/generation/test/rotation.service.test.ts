import { GenerationServiceClient } from '@reelwright/contracts';
import { silentLogger as logger } from '@reelwright/logger';
import { createReplicas, eventually, underLoad } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { type Generation, startGeneration } from './harness.ts';

const OLD = 'the-old-media-key-of-thirty-two-letters';
const NEXT = 'the-next-media-key-of-thirty-two-letters';

let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
});
afterAll(() => generation.stop());

async function build(ring: string) {
  const { config, store, clock } = generation;
  const app = await buildApp({ config: { ...config, MEDIA_SIGNING_KEY: ring }, logger, store, clock });
  let client: ReturnType<typeof connect> | undefined;
  const connect = () => generation.client('scheduling', GenerationServiceClient, app.grpc);
  return { ...app, asScheduling: () => (client ??= connect()) };
}
const replicas = createReplicas({ count: 2, componentNames: ['database', 'grpc server'], build });
afterAll(() => replicas.stop());

it('a media key is replaced in three rollouts, and no link breaks', async () => {
  await replicas.rollOut(OLD);
  const { videoId } = await generation.request();
  await eventually(async () => expect((await generation.jobOf(videoId))?.state).toBe('done'), { timeoutMs: 150_000 });

  const link = async () => {
    const { videos } = await replicas.ask(async ({ asScheduling }) =>
      (await asScheduling()).getVideos({ videoIds: [videoId] }),
    );
    return videos[0]?.mediaPath ?? '';
  };
  const load = async (url: string) => {
    const headers = { range: 'bytes=0-99' };
    return (await replicas.ask(({ http }) => http.app.inject({ url, headers }))).statusCode;
  };
  const works = async (url: string) => expect(await load(url)).toBe(206);
  const early = await link();
  const links = new Set<string>();
  await underLoad(
    [
      () => works(early),
      async () => {
        const fresh = await link();
        links.add(fresh);
        await works(fresh);
      },
    ],
    async (onceMore) => {
      await replicas.rollOut(`${OLD},${NEXT}`, onceMore);
      await replicas.rollOut(`${NEXT},${OLD}`, onceMore);
    },
  );
  // One signed by each key.
  expect(links.size).toBe(2);
  for (const each of links) await works(each);

  const late = await link();
  await replicas.rollOut(NEXT);
  await works(late);
  // Its key is gone: before that, the link has expired.
  expect(await load(early)).toBe(403);
}, 240_000);
