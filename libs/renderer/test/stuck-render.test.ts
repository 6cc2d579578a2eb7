import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRender } from '../src/start-render.ts';
import { createRenderFolder, ffmpegPath } from './render-folder.ts';

let folder: Awaited<ReturnType<typeof createRenderFolder>>;
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => folder.remove());

/** Short limits for tests: three seconds idle, or fifteen seconds of CPU. */
const stuckLimits = { pollMs: 100, idlePolls: 30, busyTicks: 1_500 };

function script(name: string, lines: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, `#!/bin/bash\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('a render', () => {
  it('is stopped when its ffmpeg hangs', async () => {
    const hanging = script('hanging-ffmpeg', `[ "$1" = -version ] || kill -STOP $$\nexec ${ffmpegPath} "$@"`);
    const request = folder.small({ ffmpegPath: hanging });
    await expect(startRender(request, { stuckLimits })).rejects.toMatchObject({ code: 'RENDER_STUCK' });
    expect(await folder.filesOf(request)).toEqual([]);
  });

  it('is stopped when it works endlessly on one frame', async () => {
    const endless = script('endless-node', 'while :; do :; done');
    const short = { ...stuckLimits, busyTicks: 100 };
    await expect(startRender(folder.small(), { nodePath: endless, stuckLimits: short })).rejects.toMatchObject({
      code: 'RENDER_STUCK',
    });
  });

  it('is not stopped when it only gets a quarter of a CPU', async () => {
    const request = folder.small({ seconds: 1, includeAudio: false });
    const pidFile = join(folder.path, 'slow.pid');
    const slow = script('slow-node', `echo $$ > ${pidFile}\nexec ${process.execPath} "$@"`);
    const group = () => (existsSync(pidFile) ? -Number(readFileSync(pidFile, 'utf8')) : 0);
    let beat = 0;
    const throttle = setInterval(() => {
      try {
        if (group() < 0) process.kill(group(), beat++ % 4 === 0 ? 'SIGCONT' : 'SIGSTOP');
      } catch {
        // The group has ended.
      }
    }, 20);
    try {
      await startRender(request, { nodePath: slow, stuckLimits });
    } finally {
      clearInterval(throttle);
    }
    expect(await folder.filesOf(request)).toContain(request.outputPath.split('/').at(-1));
  });
});
