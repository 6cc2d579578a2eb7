import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { styles } from '@reelwright/product';
import type { Clip } from '../src/clip.ts';
import type { RenderRequest } from '../src/request.ts';
import { startRender } from '../src/start-render.ts';
import { createRenderFolder, ffprobePath } from './render-folder.ts';

let folder: Awaited<ReturnType<typeof createRenderFolder>>;
let request: typeof folder.request;
beforeAll(async () => {
  folder = await createRenderFolder();
  request = folder.request;
});
afterAll(() => folder.remove());

interface Facts {
  streams: Record<string, string | number>[];
  format: Record<string, string>;
}

function probe(path: string): Facts {
  return JSON.parse(
    execFileSync(ffprobePath, ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path], {
      encoding: 'utf8',
    }),
  ) as Facts;
}

/** An instant clip is drawn at the same small size anyway; at this output size it is encoded in a quarter of the time. */
const HALF = { width: 540, height: 960 };

/** The names of an MP4 file's top-level boxes, in order. */
async function boxes(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  const names: string[] = [];
  for (let place = 0; place + 8 <= bytes.length; place += bytes.readUInt32BE(place))
    names.push(bytes.toString('latin1', place + 4, place + 8));
  return names;
}

describe('an instant clip', () => {
  let clipRequest: RenderRequest;
  let clip: Clip;
  const percents: number[] = [];
  beforeAll(async () => {
    clipRequest = request();
    clip = await startRender(clipRequest, { onProgress: (percent) => percents.push(percent) });
  });

  it('has the format that platforms require, with sound', async () => {
    const { streams, format } = probe(clipRequest.outputPath);
    expect(streams).toHaveLength(2);
    expect(streams[0]).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      width: 1080,
      height: 1920,
      pix_fmt: 'yuv420p',
      r_frame_rate: '30/1',
      nb_frames: '240',
      duration: '8.000000',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    expect(streams[1]).toMatchObject({ codec_name: 'aac', sample_rate: '48000', channels: 2, duration: '8.000000' });
    expect(format.duration).toBe('8.000000');
    expect(clip.bytes).toBe((await stat(clipRequest.outputPath)).size);
    expect(clip.sha256).toMatch(/^[0-9a-f]{64}$/);
    const parts = await boxes(clipRequest.outputPath);
    expect(parts.indexOf('moov')).toBeLessThan(parts.indexOf('mdat'));
    expect((await readFile(clipRequest.posterPath)).toString('latin1', 8, 12)).toBe('WEBP');
    expect((await stat(clipRequest.posterPath)).size).toBeLessThanOrEqual(40_000);
  });

  it('has no sound track when sound is off', async () => {
    const silent = request({ size: HALF, includeAudio: false });
    await startRender(silent);
    expect(probe(silent.outputPath).streams.map((stream) => stream.codec_type)).toEqual(['video']);
  });

  it.each(styles.filter((style) => style !== 'v5'))('can be made in style %s', async (style) => {
    const styled = request({ style, size: HALF });
    await startRender(styled);
    expect(probe(styled.outputPath).format.duration).toBe('8.000000');
  });

  it('is the same for the same seed and different for another video, variation or style', async () => {
    const [first, again, video, variation, style] = await Promise.all([
      startRender(request({ size: HALF })),
      startRender(request({ size: HALF })),
      startRender(request({ size: HALF, videoId: 'c001' })),
      startRender(request({ size: HALF, variation: 1 })),
      startRender(request({ size: HALF, style: 'v8' })),
    ]);
    expect(again.sha256).toBe(first.sha256);
    expect(new Set([first, video, variation, style].map(({ sha256 }) => sha256)).size).toBe(4);
  });

  it('is made with hostile notes and brands', async () => {
    const notes = `<img src=x onerror=alert(1)>\u202e\u0000${'שלום 🎉 '.repeat(1_400)}';--\\n`;
    const hostile = await startRender(
      request({
        size: HALF,
        notes,
        brand: { name: '\u0007'.repeat(5_000), occupation: 'W'.repeat(9_000), feel: '', colours: ['nonsense'] },
      }),
    );
    expect(hostile.bytes).toBeGreaterThan(10_000);
  });

  it('reports a percentage that never falls', () => {
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });
});

describe('a full render', () => {
  it('gives the same bytes twice', async () => {
    const short: Partial<RenderRequest> = {
      style: 'v1',
      quality: 'full',
      size: { width: 270, height: 480 },
      seconds: 2,
      fps: 5,
    };
    const first = await startRender(request(short));
    const second = await startRender(request(short));
    expect(second.sha256).toBe(first.sha256);
  });

  it('leaves no files when it is aborted, not even the finished poster', async () => {
    const clipRequest = request({ style: 'v3', quality: 'full', size: { width: 180, height: 320 }, seconds: 2 });
    const caller = new AbortController();
    const render = startRender(clipRequest, {
      signal: caller.signal,
      onProgress: (percent) => percent > 20 && caller.abort(),
    });
    await expect(render).rejects.toMatchObject({ code: 'RENDER_ABORTED' });
    expect(await folder.filesOf(clipRequest)).toEqual([]);
  });

  it('fails with FFMPEG_FAILED when ffmpeg is missing', async () => {
    const clipRequest = request({ ffmpegPath: '/nowhere/ffmpeg' });
    await expect(startRender(clipRequest)).rejects.toMatchObject({ code: 'FFMPEG_FAILED' });
    expect(await folder.filesOf(clipRequest)).toEqual([]);
  });
});
