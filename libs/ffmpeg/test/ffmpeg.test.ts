import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputFrom, Overtime, probe, runConfined, Unstartable } from '../src/index.ts';

const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
const ffprobe = process.env.FFPROBE_PATH || 'ffprobe';
const VIDEO = ['mov', 'avi'];
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ffmpeg-'));
  const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=90x160:rate=5:duration=1'];
  execFileSync(ffmpeg, [...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', at('clip.mp4')]);
  execFileSync(ffmpeg, [...source, '-c:v', 'mpeg2video', '-f', 'mpegts', at('clip.ts')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a confined process', () => {
  const limits = { seconds: 10, megabytes: 512 };
  const sh = (script: string, ownLimits = limits) => runConfined('/bin/sh', ['-c', script], ownLimits);

  it('has no environment of ours', async () => {
    process.env.A_SECRET = 'hunter2';
    const names = (await sh('env')).split('\n').map((line) => line.split('=')[0]);
    delete process.env.A_SECRET;
    expect(names).toContain('PATH');
    expect(names.filter((name) => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_', ''].includes(name ?? ''))).toEqual([]);
  });

  it('[ASVS 5.2.1] has the limits of time, memory and files that it was given', async () => {
    expect((await sh('ulimit -t; ulimit -v; ulimit -n; ulimit -c')).split('\n')).toEqual([
      '10',
      '524288',
      '64',
      '0',
      '',
    ]);
    // 1 GiB, in blocks of 512 or 1024 bytes.
    expect(Number(await sh('ulimit -f'))).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('[ASVS 5.2.1] is stopped at its time limit, and reports that', async () => {
    const short = { ...limits, seconds: 1 };
    await expect(runConfined('/bin/sleep', ['60'], short)).rejects.toBeInstanceOf(Overtime);
    await expect(sh('while :; do :; done', short)).rejects.toBeInstanceOf(Overtime);
  });

  it('[ASVS 5.2.1] gets no more memory', async () => {
    const hungry = ['-e', 'Buffer.alloc(3e9, 1)'];
    await expect(runConfined(process.execPath, hungry, limits)).rejects.not.toBeInstanceOf(Overtime);
  });

  it('reports a program that does not exist', async () => {
    await expect(runConfined('/nowhere/ffprobe', [], limits)).rejects.toBeInstanceOf(Unstartable);
  });

  it('takes its arguments as they are', async () => {
    expect(await runConfined('/bin/echo', ['$(id)', '; id', '"'], limits)).toBe('$(id) ; id "\n');
  });
});

describe('a file', () => {
  it('is probed for its format and streams', async () => {
    const { format, streams } = await probe(ffprobe, at('clip.mp4'), VIDEO);
    expect(format).toMatchObject({ format_name: expect.stringContaining('mp4'), duration: '1.000000' });
    expect(streams).toMatchObject([{ codec_type: 'video', width: 90, height: 160, nb_frames: '5' }]);
  });

  it('[ASVS 5.2.2] of another format is not opened', async () => {
    await expect(probe(ffprobe, at('clip.ts'), VIDEO)).rejects.toThrow();
  });

  it('[ASVS 5.3.2] opens no other file and no address, although the demuxer for them is allowed', async () => {
    const requestedUrls: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requestedUrls.push(request.url);
      response.end(readFileSync(at('clip.ts')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:${port}/clip.ts\n#EXT-X-ENDLIST\n`;
    writeFileSync(at('list.mp4'), playlist);
    writeFileSync(at('concat.mp4'), `ffconcat version 1.0\nfile http://127.0.0.1:${port}/clip.ts\n`);
    for (const [name, demuxers] of [
      ['list.mp4', ['hls', 'mpegts']],
      ['concat.mp4', ['concat', 'mpegts']],
    ] as const) {
      await probe(ffprobe, at(name), demuxers).catch(() => undefined);
      await expect(probe(ffprobe, at(name), VIDEO)).rejects.toThrow();
      const copy = [...inputFrom(at(name), VIDEO), '-c', 'copy', at('out.mp4')];
      await expect(runConfined(ffmpeg, copy, { seconds: 10, megabytes: 1_024 })).rejects.toThrow();
    }
    expect(existsSync(at('out.mp4'))).toBe(false);
    expect(requestedUrls).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });
});
