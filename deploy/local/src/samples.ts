import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { ExpectedError, runTarget } from './say.ts';
import { ensureFfmpeg } from './toolchain/ffmpeg.ts';

/** Renders the web app's sample reels again from the current scenes. */
await runTarget(async () => {
  const { env } = process;
  const folder = join(foldersFrom(env).root, 'libs/renderer');
  const { value } = await ensureFfmpeg(env);
  const code = await new Promise<number | null>((resolve, reject) => {
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/make-samples.ts'], {
      cwd: folder,
      env: { ...env, FFMPEG_PATH: value.ffmpeg },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .on('error', reject)
      .on('exit', resolve);
  });
  if (code !== 0) throw new ExpectedError('The samples were not made.');
  return 0;
});
