import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RenderRequest } from '../src/request.ts';
import { startRender } from '../src/start-render.ts';
import { createRenderFolder, ffmpegPath, ffprobePath } from './render-folder.ts';

let folder: Awaited<ReturnType<typeof createRenderFolder>>;
let finished: RenderRequest;
let interrupted: RenderRequest;
let whole = '';
beforeAll(async () => {
  folder = await createRenderFolder();
  finished = folder.small();
  whole = (await startRender(finished)).sha256;
  interrupted = folder.small();
  await interrupt(interrupted, 2);
});
afterAll(() => folder.remove());

const PARTS = 6;

/** A request for the same clip with a copy of another request's parts. */
function withPartsOf({ partsPath }: RenderRequest, change: Partial<RenderRequest> = {}): RenderRequest {
  const request = folder.small(change);
  cpSync(partsPath, request.partsPath, { recursive: true });
  return request;
}

const partsIn = ({ partsPath }: RenderRequest) => readdirSync(partsPath).filter((name) => /^part-\d+\.mp4$/.test(name));

/** Kills a render when `until` parts are complete; returns all parts it leaves (one may be complete but not yet reported). */
async function interrupt(request: RenderRequest, until: number): Promise<string[]> {
  const killed = new AbortController();
  let parts = 0;
  const render = startRender(request, {
    signal: killed.signal,
    onPart: (name) => {
      if (name.startsWith('part')) parts += 1;
      if (parts >= until) killed.abort();
    },
  });
  await expect(render).rejects.toMatchObject({ code: 'RENDER_ABORTED' });
  return partsIn(request);
}

/** Renders; returns the digest and the parts that were drawn. */
async function render(request: RenderRequest): Promise<{ sha256: string; parts: string[] }> {
  const parts: string[] = [];
  const { sha256 } = await startRender(request, {
    onPart: (name) => {
      if (name.startsWith('part')) parts.push(name);
    },
  });
  return { sha256, parts };
}

const namesOf = (parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => `part-${String(part).padStart(3, '0')}.mp4`);

function packets(path: string): { pts: number; key: boolean }[] {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts,flags', '-of', 'csv=p=0', path];
  const lines = execFileSync(ffprobePath, args, { encoding: 'utf8' }).trim().split('\n');
  const read = lines.map((line) => ({ pts: Number(line.split(',')[0]), key: line.includes('K') }));
  return read.sort((a, b) => a.pts - b.pts);
}

describe('a clip drawn in parts', () => {
  it.each(['least', 'full'] as const)('has every frame at its time and no gap between parts: %s', async (quality) => {
    const request = folder.small({ quality, seconds: 8 });
    await startRender(request);
    const clock = 30 * 512;
    const found = packets(request.outputPath);
    expect(found.map(({ pts }) => pts)).toEqual(Array.from({ length: 240 }, (_, frame) => (frame * clock) / 30));
    expect(found.filter((_, frame) => frame % 10 === 0).every(({ key }) => key)).toBe(true);
    const probed = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', request.outputPath];
    const { streams, format } = JSON.parse(execFileSync(ffprobePath, probed, { encoding: 'utf8' }));
    expect(streams[0]).toMatchObject({
      profile: 'High',
      level: 42,
      r_frame_rate: '30/1',
      avg_frame_rate: '30/1',
      nb_frames: '240',
      duration: '8.000000',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    expect(streams[1]).toMatchObject({ codec_name: 'aac', duration: '8.000000' });
    expect(format.duration).toBe('8.000000');
    const bytes = readFileSync(request.outputPath).toString('latin1');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('is resumed after a kill and has the same bytes', async () => {
    const request = folder.small();
    const first = await interrupt(request, 3);
    const second = await render(request);
    expect([...first, ...second.parts].sort()).toEqual(namesOf(PARTS));
    expect(second.sha256).toBe(whole);
  });

  it('has at most a tenth of it drawn twice after a kill', async () => {
    const log = join(folder.path, 'encoders.log');
    const logging = join(folder.path, 'logging-ffmpeg');
    writeFileSync(logging, `#!/bin/sh\necho "$@" >> ${log}\nexec ${ffmpegPath} "$@"\n`, { mode: 0o755 });
    const request = folder.small({ seconds: 8, ffmpegPath: logging });
    await interrupt(request, 7);
    await render(request);
    const begun = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('part-'));
    expect(begun.length / 24).toBeLessThanOrEqual(1.1);
  });

  it('keeps the level it was started with', async () => {
    const request = folder.small({ quality: 'budget', budgetSeconds: 1 });
    await interrupt(request, 2);
    const second = await render({ ...request, budgetSeconds: 86_400 });
    expect(second.sha256).toBe(whole);
  });

  it('has a damaged part drawn again', async () => {
    const request = withPartsOf(interrupted);
    const [damaged = ''] = partsIn(request);
    writeFileSync(join(request.partsPath, damaged), 'half of it');
    const second = await render(request);
    expect(second.parts).toContain(damaged);
    expect(second.sha256).toBe(whole);
  });

  it('has a lost poster drawn again', async () => {
    const request = withPartsOf(finished);
    rmSync(join(request.partsPath, 'poster.webp'));
    expect((await render(request)).sha256).toBe(whole);
    expect(readdirSync(folder.path)).toContain(basename(request.posterPath));
  });

  it.each([
    ['other words', { notes: 'Something else entirely' }],
    ['another quality', { quality: 'light' }],
    ['another size', { size: { width: 108, height: 192 } }],
  ] as const)('uses no part that was drawn with %s', async (_, change) => {
    const second = await render(withPartsOf(interrupted, change));
    expect(second.parts).toHaveLength(PARTS);
  });

  it('uses no part of a renderer with other code', async () => {
    const request = withPartsOf(interrupted);
    const path = join(request.partsPath, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...manifest, madeBy: manifest.madeBy.replace(/^./, 'x') }));
    expect((await render(request)).parts).toHaveLength(PARTS);
  });
});

describe('a budget', () => {
  const levelOf = ({ partsPath }: RenderRequest) =>
    JSON.parse(readFileSync(join(partsPath, 'manifest.json'), 'utf8')).level;

  it('of a day gives the finest level', async () => {
    const request = folder.small({ quality: 'budget', budgetSeconds: 86_400 });
    await interrupt(request, 1);
    expect(levelOf(request)).toBe('full');
  });

  it('that no level fits into gives the cheapest level', async () => {
    const request = folder.small({ quality: 'budget', budgetSeconds: 1 });
    await startRender(request);
    expect(levelOf(request)).toBe('least');
    expect(readdirSync(folder.path)).toContain(basename(request.outputPath));
  });
});
