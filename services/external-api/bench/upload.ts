import { join } from 'node:path';
import { createBenchmark, interleave, readVersions, roundsFrom } from '@reelwright/benchmark';
import { type ExternalApi, startExternalApi } from '../test/harness.ts';
import { jsonBody, send, VIDEO_BYTES } from './body.ts';
import { limitMemory, type MeasuredProcess, startMeasured } from './measured-process.ts';

const OURS = 'ours, read as it comes';
const RIVAL = "Fastify's JSON parser";
const AT_ONCE = 8;
const LIMIT_MIB = 512;
/** As `make up` starts it. The rival gets Node's usual, larger heap: it needs one. */
const OUR_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=192'];
const OUR_ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '32768' };

const rounds = roundsFrom(process.env, 9);
const bench = createBenchmark({
  title: `An upload of ${VIDEO_BYTES.toLocaleString('en-US')} bytes as base64 JSON`,
  versions: readVersions(process.env, ['fastify'], import.meta.url),
});
const { body, sha256 } = jsonBody();
const api = await startExternalApi({ POST_WAIT_MS: 60_000 });
try {
  await inTheService(api);
  await manyAtOnce(api);
} finally {
  await api.stop();
}
process.exitCode = bench.finish();

async function inTheService(api: ExternalApi): Promise<void> {
  const ours = await start(api, 'ours');
  const rival = await start(api, 'rival');
  try {
    await upload(api, ours, 'youtube', jsonBody(1000).body);
    const idle = ours.memory();
    ours.forgetPeak();
    await upload(api, ours, 'youtube');
    const grown = ours.peak() - idle;
    const samples = await interleave({
      rounds,
      sides: [
        { name: OURS, run: async () => ({ ms: (await upload(api, ours, 'youtube')).ms }) },
        { name: RIVAL, run: async () => ({ ms: (await upload(api, rival, 'parsed')).ms }) },
      ],
    });
    bench.compare({ title: 'In the service', samples, figure: 'ms', unit: 'ms', ours: OURS, goal: { atMost: 0.5 } });
    const most = ours.peak() - idle;
    bench.expect(
      'memory grows by ≤ 60 MB over idle',
      most * 1.048576 <= 60,
      `${mb(grown)} with the first, ${mb(most)} in all`,
    );
  } finally {
    await ours.stop();
    await rival.stop();
  }
}

async function manyAtOnce(api: ExternalApi): Promise<void> {
  for (const side of ['ours', 'rival'] as const) {
    const limit = limitMemory(LIMIT_MIB);
    const service = await start(api, side, limit);
    try {
      const partner = await api.newPartner('youtube');
      const path = side === 'ours' ? 'youtube' : 'parsed';
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          send(`${service.url}/api/external/${path}/post`, partner.headers, body).catch(() => ({ status: 0, ms: 0 })),
        ),
      );
      const done = answers.filter(({ status }) => status === 200).length;
      const whole = (await api.uploadsOf(partner)).filter((row) => row.bytes === VIDEO_BYTES && row.sha256 === sha256);
      const state = service.memory() > 0 ? `at most ${mb(service.peak())}` : 'the process was killed';
      const seen = `${done} of ${AT_ONCE} answered, ${whole.length} stored whole, ${state} (${limit.how})`;
      if (side === 'ours')
        bench.expect(
          `${AT_ONCE} at once under ${LIMIT_MIB} MiB: ours takes all`,
          whole.length === AT_ONCE && done === AT_ONCE && service.peak() <= LIMIT_MIB,
          seen,
        );
      else bench.expect(`${AT_ONCE} at once under ${LIMIT_MIB} MiB: the other fails`, done < AT_ONCE, seen);
    } finally {
      await service.stop();
    }
  }
}

function start(
  api: ExternalApi,
  side: 'ours' | 'rival',
  limit?: ReturnType<typeof limitMemory>,
): Promise<MeasuredProcess> {
  const settings = Object.fromEntries(Object.entries(api.config).map(([name, value]) => [name, String(value)]));
  return startMeasured({
    file: join(import.meta.dirname, side === 'ours' ? '../src/main.ts' : 'parsed-service.ts'),
    flags: [...(side === 'ours' ? OUR_FLAGS : [])],
    env: { ...settings, ...OUR_ALLOCATOR },
    ...(limit && { limit }),
  });
}

/** One post with a fresh key, for a key has ten an hour. @throws when anything of it is not as it must be */
async function upload(api: ExternalApi, service: MeasuredProcess, path: string, bytes = body) {
  const partner = await api.newPartner('youtube');
  const answer = await send(`${service.url}/api/external/${path}/post`, partner.headers, bytes);
  const [stored] = await api.uploadsOf(partner);
  if (answer.status !== 200 || !stored) throw new Error(`an upload ended with ${answer.status}`);
  if (bytes === body && stored.sha256 !== sha256) throw new Error('what was stored is not what was sent');
  await api.removeObject(stored.media_key);
  return answer;
}

function mb(mebibytes: number): string {
  return `${(mebibytes * 1.048576).toFixed(1)} MB`;
}
