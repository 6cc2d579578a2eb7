import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_STARTS } from '../src/jobs/job-limits.ts';
import { createOmniModel } from '../src/video-models/omni-model.ts';
import { createVeoModel } from '../src/video-models/veo-model.ts';
import type { VideoModel } from '../src/video-models/video-model.ts';
import { GenerationFailure } from '../src/videos/generation-failure.ts';

/** The response of the model, or of a proxy in front of it, by method and path. */
type StubbedResponse = readonly [status: number, type: string, body: string];
let respond: (call: string) => StubbedResponse;
const server = createServer((request, reply) => {
  request.resume().on('end', () => {
    const [status, type, body] = respond(`${request.method} ${request.url}`);
    reply.writeHead(status, { 'content-type': type }).end(body);
  });
});
const folder = mkdtempSync(join(tmpdir(), 'responses-'));
let models: Record<'veo' | 'omni', VideoModel>;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const vertex = { project: 'p', location: 'us-central1', accessToken: 'token' };
  models = {
    veo: createVeoModel({ baseUrl, ...vertex, model: 'veo', pollMs: 10 }),
    omni: createOmniModel({ baseUrl, apiKey: 'key', model: 'omni', pollMs: 10 }),
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** The data that a job keeps between attempts. */
interface Kept {
  starts: number;
  operation: string | undefined;
}

/** Runs one attempt. @returns its result or error */
async function tryOnce(model: VideoModel, kept: Kept): Promise<unknown> {
  return model
    .make({
      videoId: '5f0c2f0e-7f0e-4a56-9b8c-3b1d3a1c6d01',
      variation: 0,
      request: { videoType: 'v2', includeAudio: false, notes: '', brand: null },
      operation: kept.operation,
      logoCorner: null,
      lostStarts: kept.starts,
      videoPath: join(folder, 'video.mp4'),
      posterPath: join(folder, 'poster.webp'),
      signal: AbortSignal.timeout(3_000),
      async beforeStart() {
        if (kept.starts >= MAX_STARTS) throw new GenerationFailure('MODEL_UNAVAILABLE');
        kept.starts++;
      },
      async uncountStart() {
        kept.starts--;
      },
      async onOperation(operation) {
        kept.operation = operation ?? undefined;
      },
      onProgress() {},
    })
    .catch((error: unknown) => error);
}

const json = (status: number, body: unknown): StubbedResponse => [status, 'application/json', JSON.stringify(body)];
const page = (status: number, words = 'We will be right back'): StubbedResponse => [
  status,
  'text/html',
  `<html>${words}</html>`,
];
const unexpected: readonly (readonly [string, StubbedResponse])[] = [
  ['a page', page(200)],
  ['JSON of another kind', json(200, { message: 'Service under maintenance' })],
  ['JSON that says it is done', json(200, { done: true, status: 'completed' })],
  ['a list', json(200, [1])],
  ['a page with 400', page(400, 'Your request was blocked')],
  ['a page with 403', page(403, 'The file may not exist')],
  ['a page with 404', page(404, 'File not found')],
  ['JSON of a proxy with 400', json(400, { error: 'blocked for safety' })],
  ['JSON of a proxy with 404', json(404, { error: { code: 404, message: 'Operation not found' } })],
];
const OPERATION = { veo: 'projects/p/locations/us-central1/publishers/google/models/veo/operations/1', omni: 'v1_1' };

describe.each(['veo', 'omni'] as const)('the model %s', (name) => {
  describe.each(unexpected)('behind %s', (_what, response) => {
    it('is waited for, and no start is counted', async () => {
      respond = () => response;
      const kept: Kept = { starts: 0, operation: undefined };
      for (let times = 0; times < 4; times++) {
        expect(await tryOnce(models[name], kept)).not.toBeInstanceOf(GenerationFailure);
        expect(kept).toEqual({ starts: 0, operation: undefined });
      }
    });

    it('is not started again after a start whose response was lost', async () => {
      const calls: string[] = [];
      respond = (call) => {
        calls.push(call);
        return response;
      };
      const kept: Kept = { starts: 1, operation: undefined };
      for (let times = 0; times < 3; times++) {
        expect(await tryOnce(models[name], kept)).not.toBeInstanceOf(GenerationFailure);
        expect(kept).toEqual({ starts: 1, operation: undefined });
      }
      expect(calls.filter((call) => /predictLongRunning|POST .*interactions/.test(call))).toEqual([]);
    });

    it('keeps the work that it has started', async () => {
      respond = () => response;
      const kept: Kept = { starts: 1, operation: OPERATION[name] };
      expect([undefined, expect.any(GenerationFailure)]).not.toContainEqual(await tryOnce(models[name], kept));
      expect(kept).toEqual({ starts: 1, operation: OPERATION[name] });
    });
  });
});

it('a page instead of the finished file is not stored as the video, and the work is kept', async () => {
  const done = json(200, { id: OPERATION.omni, status: 'completed', output_video: { uri: 'https://x/files/abc' } });
  const kept: Kept = { starts: 1, operation: OPERATION.omni };
  for (const file of [page(200), page(404, 'File abc not found'), json(200, { message: 'maintenance' })]) {
    respond = (call) => (call.includes(':download') ? file : done);
    expect([undefined, expect.any(GenerationFailure)]).not.toContainEqual(await tryOnce(models.omni, kept));
    expect(kept.operation).toBe(OPERATION.omni);
  }
});
