import { join } from 'node:path';
import { createBenchmark, interleave, readVersions, roundsFrom } from '@reelwright/benchmark';
import { type ExternalApi, startExternalApi } from '../test/harness.ts';
import { jsonBody, send, VIDEO_BYTES } from './body.ts';
import { newKey, startGateways } from './gateways.ts';
import { limitMemory, type MeasuredProcess, startMeasured } from './measured-process.ts';

const OURS = 'ours, read as it comes';
const RIVAL = "Fastify's JSON parser";
const AT_ONCE = 8;
const LIMIT_MIB = 512;
/** The flags of `make up`. The comparison uses Node's default heap and allocator, which it needs. */
const OUR_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=192'];
const OUR_ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

const rounds = roundsFrom(process.env, 9);
const bench = createBenchmark({
  title: `An upload of ${VIDEO_BYTES.toLocaleString('en-US')} bytes as base64 JSON`,
  versions: readVersions(process.env, ['fastify'], import.meta.url),
});
const { body, sha256 } = jsonBody();
const api = await startExternalApi({ POST_WAIT_MS: 60_000 });
try {
  await oneByOne(api);
  await manyAtOnce(api);
} finally {
  await api.stop();
}
process.exitCode = bench.finish();

async function oneByOne(api: ExternalApi): Promise<void> {
  const ours = await start(api, 'ours');
  const rival = await start(api, 'rival');
  const gateways = await startGateways(api.identity, [ours.url, rival.url]);
  const [oursGateway = '', rivalGateway = ''] = gateways.urls;
  try {
    await direct(api, ours, 'youtube', jsonBody(1000).body);
    const idle = ours.memory();
    ours.forgetPeak();
    await direct(api, ours, 'youtube');
    const first = ours.peak() - idle;
    const inTheService = await interleave({
      rounds,
      sides: [
        { name: OURS, run: () => direct(api, ours, 'youtube') },
        { name: RIVAL, run: () => direct(api, rival, 'parsed') },
      ],
    });
    const goal = { figure: 'ms', unit: 'ms', ours: OURS } as const;
    bench.compare({ ...goal, title: 'In the service', samples: inTheService, goal: { atMost: 0.5 } });
    const grown = ours.peak() - idle;
    bench.expect(
      'memory grows by ≤ 60 MB over idle',
      mb(grown) <= 60,
      `${mb(first).toFixed(1)} MB with the first upload, ${mb(grown).toFixed(1)} MB at most in ${rounds + 2}`,
    );
    const endToEnd = await interleave({
      rounds,
      sides: [
        { name: OURS, run: () => throughGateway(api, oursGateway, 'youtube') },
        { name: RIVAL, run: () => throughGateway(api, rivalGateway, 'parsed') },
      ],
    });
    bench.compare({
      ...goal,
      title: 'Through Envoy and the check of its key',
      samples: endToEnd,
      goal: { atMost: 0.65 },
    });
  } finally {
    await gateways.stop();
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
      const state = service.memory() > 0 ? `at most ${mb(service.peak()).toFixed(0)} MB` : 'the process was killed';
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
    flags: side === 'ours' ? OUR_FLAGS : [],
    env: { ...settings, ...(side === 'ours' && OUR_ALLOCATOR) },
    ...(limit && { limit }),
  });
}

/** Posts once with a new account, because an account has ten uploads an hour. */
async function direct(api: ExternalApi, service: MeasuredProcess, path: string, bytes = body) {
  const partner = await api.newPartner('youtube');
  const answer = await send(`${service.url}/api/external/${path}/post`, partner.headers, bytes);
  await requireStored(api, partner.userId, answer.status, bytes === body ? sha256 : undefined);
  return answer;
}

async function throughGateway(api: ExternalApi, gateway: string, path: string) {
  const { userId, apiKey } = await newKey(gateway);
  api.publishing.connected.set(userId, ['youtube']);
  const answer = await send(`${gateway}/api/external/${path}/post`, { 'x-api-key': apiKey }, body);
  await requireStored(api, userId, answer.status, sha256);
  return answer;
}

/** @throws when the upload was refused, or its stored bytes differ */
async function requireStored(api: ExternalApi, userId: string, status: number, digest: string | undefined) {
  const [stored] = await api.uploadsOf({ userId });
  if (status !== 200 || !stored) throw new Error(`an upload ended with ${status}`);
  if (digest && stored.sha256 !== digest) throw new Error('the stored bytes differ from the sent bytes');
  await api.removeObject(stored.media_key);
}

/** Converts mebibytes to megabytes. */
function mb(mebibytes: number): number {
  return mebibytes * 1.048576;
}
