import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRender } from '../src/start-render.ts';
import { createRenderFolder, ffmpegPath } from './render-folder.ts';

let folder: Awaited<ReturnType<typeof createRenderFolder>>;
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => folder.remove());

it('a render fails when one of its encoders fails, without waiting for the other', async () => {
  const path = join(folder.path, 'failing-ffmpeg');
  // The encoder of the second part fails after its first bytes, while the other thread draws a part from the clip's end.
  const lines = `case "$*" in *part-001.mp4.new*) head -c 1000 >/dev/null; exit 1;; *part-00[1-5].mp4.new*) ;; esac\nexec ${ffmpegPath} "$@"`;
  writeFileSync(path, `#!/bin/bash\n${lines}\n`);
  chmodSync(path, 0o755);
  const request = folder.request({
    style: 'v8',
    size: { width: 540, height: 960 },
    seconds: 2,
    quality: 'full',
    ffmpegPath: path,
  });
  const stuckLimits = { pollMs: 100, idlePolls: 150, busyTicks: 100_000 };
  const error = await startRender(request, { stuckLimits }).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'FFMPEG_FAILED' });
}, 120_000);
