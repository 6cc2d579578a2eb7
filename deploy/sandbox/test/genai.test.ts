import './dispatcher.ts';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GenerateVideosConfig, GenerateVideosOperation, GoogleGenAI } from '@google/genai';
import { OAuth2Client } from 'google-auth-library';
import { credentials } from '../src/credentials.ts';
import { eventually, type Running, runSandbox } from './running.ts';

const { project, location, accessToken, apiKey } = credentials.genai;
const veoModel = 'veo-3.1-fast-generate-001';
const omniModel = 'gemini-omni-1.2-flash';

let sandbox: Running;
let veo: GoogleGenAI;
let omni: GoogleGenAI;
beforeAll(async () => {
  sandbox = await runSandbox({ videoSeconds: 0.2 });
  const baseUrl = sandbox.origins.server('genai');
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: accessToken, expiry_date: Date.now() + 3_600_000 });
  veo = new GoogleGenAI({
    enterprise: true,
    project,
    location,
    googleAuthOptions: { authClient: authClient as never },
    httpOptions: { baseUrl },
  });
  omni = new GoogleGenAI({ apiKey, apiVersion: 'v1beta', httpOptions: { baseUrl } });
});
afterAll(() => sandbox.end());
beforeEach(() => sandbox.reset());

const small: GenerateVideosConfig = {
  aspectRatio: '9:16',
  resolution: '720p',
  durationSeconds: 4,
  numberOfVideos: 1,
  personGeneration: 'allow_adult',
};
/** Encoding a real clip takes long when other tests encode too. */
const encodingMs = 25_000;
const finished = async (name: string | undefined) =>
  eventually(async () => {
    const operation = new GenerateVideosOperation();
    operation.name = name ?? '';
    const present = await veo.operations.getVideosOperation({ operation });
    return present.done && present;
  }, encodingMs);
const format = { type: 'video', aspect_ratio: '9:16', resolution: '360p', duration: '3s', delivery: 'uri' } as const;
const interact = (change: object = {}) =>
  omni.interactions.create(
    { model: omniModel, input: 'a red ball', background: true, response_format: format, ...change } as never,
    { maxRetries: 0 },
  ) as unknown as Promise<Interaction>;
interface Interaction {
  id: string;
  status: string;
  output_video?: { uri?: string; data?: string };
  output_text?: string;
}
const concluded = (id: string) =>
  eventually(async () => {
    const present = (await omni.interactions.get(id)) as unknown as Interaction;
    return present.status !== 'in_progress' && present;
  }, encodingMs);
const probe = (path: string) =>
  JSON.parse(
    execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,width,height,r_frame_rate:format=duration',
      '-of',
      'json',
      path,
    ]).toString(),
  ) as { streams: object[]; format: { duration: string } };

describe('Veo', () => {
  it('delivers a real vertical clip of eight seconds with sound, once', async () => {
    const started = await veo.models.generateVideos({
      model: veoModel,
      source: { prompt: 'a glass cube' },
      config: { ...small, resolution: '1080p', durationSeconds: 8, generateAudio: true },
    });
    expect(started.done).toBeFalsy();
    const done = await finished(started.name);
    const bytes = Buffer.from(done.response?.generatedVideos?.[0]?.video?.videoBytes ?? '', 'base64');
    const path = join(sandbox.dir, 'veo.mp4');
    writeFileSync(path, bytes);
    const { streams, format: file } = probe(path);
    expect(streams).toMatchObject([
      { codec_name: 'h264', width: 1080, height: 1920, r_frame_rate: '24/1' },
      { codec_name: 'aac' },
    ]);
    expect(Number(file.duration)).toBeGreaterThanOrEqual(8);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(sandbox.journal.read({ act: 'video-generated', id: started.name ?? '' })).toMatchObject([
      { sha256, key: 'a glass cube' },
    ]);
  });

  it('makes clips without sound and several at once, no two alike', async () => {
    const started = await veo.models.generateVideos({
      model: veoModel,
      source: { prompt: 'quiet' },
      config: { ...small, numberOfVideos: 2, generateAudio: false },
    });
    const done = await finished(started.name);
    const [one, other] = (done.response?.generatedVideos ?? []).map(({ video }) => video?.videoBytes ?? '');
    expect(one).not.toBe(other);
    const path = join(sandbox.dir, 'quiet.mp4');
    writeFileSync(path, Buffer.from(one ?? '', 'base64'));
    expect(probe(path).streams).toMatchObject([{ codec_name: 'h264' }]);
  });

  it('stores the result in a bucket when the request names one', async () => {
    const started = await veo.models.generateVideos({
      model: veoModel,
      source: { prompt: 'bucket' },
      config: { ...small, outputGcsUri: 'gs://reels/out' },
    });
    const uri = (await finished(started.name)).response?.generatedVideos?.[0]?.video?.uri ?? '';
    expect(uri).toMatch(/^gs:\/\/reels\/out\//);
    const object = encodeURIComponent(uri.replace('gs://reels/', ''));
    const reply = await fetch(`${sandbox.origins.server('genai')}/storage/v1/b/reels/o/${object}?alt=media`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  });

  it('filters a prompt against its rules, with a support code', async () => {
    sandbox.chaos.set('genai', { refusal: 1, limit: 1 });
    const { response } = await finished(
      (await veo.models.generateVideos({ model: veoModel, source: { prompt: 'filtered' }, config: small })).name,
    );
    expect(response?.raiMediaFilteredCount).toBe(1);
    expect(response?.raiMediaFilteredReasons?.[0]).toContain('Support codes: 58061214');
    expect(response?.generatedVideos ?? []).toHaveLength(0);
    expect(sandbox.journal.read({ act: 'video-generated' }).filter(({ key }) => key === 'filtered')).toHaveLength(0);
  });

  it('fails with a code in the operation, not with an HTTP error', async () => {
    const done = await finished(
      (await veo.models.generateVideos({ model: veoModel, source: { prompt: 'sandbox:fail' }, config: small })).name,
    );
    expect(done.error).toMatchObject({ code: 13 });
  });

  it('rejects values its client does not check', async () => {
    const attempt = (config: GenerateVideosConfig, model = veoModel) =>
      veo.models.generateVideos({ model, source: { prompt: 'x' }, config: { ...small, ...config } });
    for (const config of [
      { durationSeconds: 5 },
      { aspectRatio: '1:1' },
      { resolution: '4k' },
      { numberOfVideos: 5 },
      { personGeneration: 'everyone' },
      { seed: -1 },
    ]) {
      await expect(attempt(config)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('INVALID_ARGUMENT'),
      });
    }
    await expect(attempt({}, 'veo-3.1-generate-preview')).rejects.toMatchObject({ status: 404 });
    await expect(
      veo.models.generateVideos({ model: veoModel, source: { prompt: ' ' }, config: small }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('returns 429 and 503 by the chaos switches', async () => {
    sandbox.chaos.set('genai', { rate429: 1, limit: 1 });
    await expect(
      veo.models.generateVideos({ model: veoModel, source: { prompt: 'x' }, config: small }),
    ).rejects.toMatchObject({ status: 429 });
    sandbox.chaos.set('genai', { rate429: 0, error5xx: 1, limit: 1, only: 'fetchPredictOperation' });
    const { name } = await veo.models.generateVideos({ model: veoModel, source: { prompt: 'x' }, config: small });
    await expect(finished(name)).rejects.toMatchObject({ status: 503 });
    expect((await finished(name)).done).toBe(true);
  });
});

describe('Omni', () => {
  it('delivers a file that the client downloads', async () => {
    const started = await interact();
    expect(started).toMatchObject({ status: 'in_progress', id: expect.stringMatching(/^v1_/) });
    const done = await concluded(started.id);
    expect(done.status).toBe('completed');
    const uri = done.output_video?.uri ?? '';
    const path = join(sandbox.dir, 'omni.mp4');
    await omni.files.download({ file: uri, downloadPath: path });
    const { name, state } = await omni.files.get({ name: /files\/[a-z0-9]+/.exec(uri)?.[0] ?? '' });
    expect([uri.includes(name ?? '-'), state]).toEqual([true, 'ACTIVE']);
    await eventually(
      async () =>
        readFileSync(path).length > 1000 &&
        sandbox.journal.read({ id: started.id })[0]?.sha256 ===
          createHash('sha256').update(readFileSync(path)).digest('hex'),
    );
    expect(probe(path).streams).toMatchObject([{ width: 360, height: 640 }, { codec_name: 'aac' }]);
  });

  it('delivers inline, and returns only when the video is made unless background is set', async () => {
    const done = await interact({ background: false, response_format: { ...format, delivery: 'inline' } });
    expect(done.status).toBe('completed');
    expect(
      Buffer.from(done.output_video?.data ?? '', 'base64')
        .subarray(4, 8)
        .toString(),
    ).toBe('ftyp');
  });

  it('returns a refusal as completed, with text and no video', async () => {
    const done = await concluded((await interact({ input: 'sandbox:refuse' })).id);
    expect([done.status, done.output_video, done.output_text]).toEqual([
      'completed',
      undefined,
      expect.stringContaining("can't make"),
    ]);
  });

  it('fails, is cancelled and is deleted', async () => {
    expect((await concluded((await interact({ input: 'sandbox:fail' })).id)).status).toBe('failed');
    const { id } = await interact();
    expect(await omni.interactions.cancel(id)).toMatchObject({ status: 'cancelled' });
    await omni.interactions.delete(id);
    await expect(omni.interactions.get(id)).rejects.toMatchObject({ status: 400 });
  });

  it('has files that become active later and files that expire', async () => {
    const done = await concluded((await interact()).id);
    const name = /files\/[a-z0-9]+/.exec(done.output_video?.uri ?? '')?.[0] ?? '';
    sandbox.chaos.set('genai', { slowModerationMs: 60_000 });
    expect((await omni.files.get({ name })).state).toBe('PROCESSING');
    sandbox.chaos.set('genai', { slowModerationMs: 0, brokenUpload: 1, limit: 1 });
    const url = `${sandbox.origins.server('genai')}/v1beta/${name}:download?alt=media`;
    expect((await fetch(url, { headers: { 'x-goog-api-key': apiKey } })).status).toBe(403);
    expect((await fetch(url, { headers: { 'x-goog-api-key': apiKey } })).status).toBe(200);
  });

  it('accepts uploads from the client', async () => {
    const file = await omni.files.upload({
      file: new Blob(['12345678901234567890'], { type: 'image/png' }),
      config: { mimeType: 'image/png', displayName: 'logo' },
    });
    expect(file).toMatchObject({ mimeType: 'image/png', sizeBytes: '20', displayName: 'logo', state: 'ACTIVE' });
    await omni.files.delete({ name: file.name ?? '' });
    await expect(omni.files.get({ name: file.name ?? '' })).rejects.toMatchObject({ status: 403 });
  });
});
