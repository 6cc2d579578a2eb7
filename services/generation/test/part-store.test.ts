import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createObjectStore, type ObjectStore } from '@reelwright/object-store';
import { type RenderRequest, startRender } from '@reelwright/renderer';
import { createLocalModel } from '../src/video-models/local-model.ts';
import { createPartStore } from '../src/video-models/part-store.ts';
import type { Assignment } from '../src/video-models/video-model.ts';

const ffmpegPath = process.env.FFMPEG_PATH ?? 'ffmpeg';
const folder = mkdtempSync(join(tmpdir(), 'reelwright-part-store-'));
const store = createObjectStore(pathToFileURL(join(folder, 'store')).href);
afterAll(() => rmSync(folder, { recursive: true }));

const FRAMES = 30;
let made = 0;

/** One second of small pictures, drawn in three parts. */
function small(videoId: string): RenderRequest {
  const name = `clip-${made++}`;
  return {
    videoId,
    variation: 0,
    style: 'v8',
    includeAudio: true,
    notes: '',
    brand: null,
    ffmpegPath,
    outputPath: join(folder, `${name}.mp4`),
    posterPath: join(folder, `${name}.webp`),
    partsPath: join(folder, `${name}-parts`),
    size: { width: 90, height: 160 },
    fps: 30,
    seconds: 1,
    quality: 'least',
    budgetSeconds: 180,
  };
}

/** An attempt in a separate folder, as on another machine. It ends after `until` parts, or with the clip. */
async function attempt(videoId: string, until = Number.POSITIVE_INFINITY) {
  const order = small(videoId);
  const kept = createPartStore(store, videoId, 0, FRAMES);
  await kept.fetch(order.partsPath);
  const ended = new AbortController();
  const parts: string[] = [];
  const clip = await startRender(order, {
    signal: ended.signal,
    onPart: (name) => {
      kept.add(order.partsPath, name);
      if (name.startsWith('part')) parts.push(name);
      if (parts.length >= until) ended.abort();
    },
  }).catch(() => null);
  await kept.flush();
  return { clip, parts };
}

describe('parts in the object store', () => {
  it('are used by another process with another folder', async () => {
    const first = await attempt('moved', 1);
    const second = await attempt('moved');
    expect(first.clip).toBeNull();
    expect(first.parts.length + second.parts.length).toBe(3);
    expect(second.clip?.sha256).toBe((await startRender(small('moved'))).sha256);
  });

  it('are drawn again when they are listed but missing', async () => {
    const { parts } = await attempt('lost', 1);
    await store.delete(`renders/lost/0/${parts[0]}`);
    const second = await attempt('lost');
    expect(second.parts).toContain(parts[0]);
    expect(second.clip).not.toBeNull();
  });

  it('are not used after their removal', async () => {
    await attempt('gone', 1);
    await createPartStore(store, 'gone', 0, FRAMES).remove();
    expect(await store.size('renders/gone/0/manifest.json')).toBeUndefined();
    expect((await attempt('gone')).parts).toHaveLength(3);
  });

  it('do not prevent the clip when they cannot be stored', async () => {
    const full: ObjectStore = { ...store, put: () => Promise.reject(new Error('no room')) };
    const order = small('full');
    const kept = createPartStore(full, 'full', 0, FRAMES);
    await kept.fetch(order.partsPath);
    await startRender(order, { onPart: (name) => kept.add(order.partsPath, name) });
    await kept.flush();
    expect(
      readdirSync(folder).filter((name) => name.startsWith(`${basename(order.outputPath, '.mp4')}.`)),
    ).toHaveLength(2);
  });
});

describe('the local model', () => {
  it('continues with the parts of an earlier attempt, until they are removed', async () => {
    const model = createLocalModel(store, { ffmpegPath, quality: 'least', budgetSeconds: 180 });
    const begin = async (until: (percent: number) => boolean): Promise<number> => {
      const { partsPath, posterPath } = small('again');
      const ended = new AbortController();
      const seen: number[] = [];
      const assignment = {
        videoId: 'again',
        variation: 3,
        request: { videoType: 'v8', includeAudio: true, notes: '', brand: null },
        videoPath: join(partsPath, 'video.mp4'),
        posterPath,
        signal: ended.signal,
        onProgress(percent: number) {
          if (percent > 1) seen.push(percent);
          if (until(percent)) ended.abort();
        },
      } satisfies Partial<Assignment>;
      await expect(model.make(assignment as Partial<Assignment> as Assignment)).rejects.toMatchObject({
        code: 'RENDER_ABORTED',
      });
      return seen[0] ?? 0;
    };
    const parts = async () => store.size('renders/again/3/manifest.json');
    await begin((percent) => percent >= 20);
    expect(await parts()).toBeDefined();
    expect(await begin((percent) => percent > 1)).toBeGreaterThan(8);
    await createPartStore(store, 'again', 3).remove();
    expect(await parts()).toBeUndefined();
  });
});
