import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readDigests } from '@reelwright/images/digests';
import { ExpectedError } from '@reelwright/local/say';

/** Builds all images and pushes them to REGISTRY, as `make images` does. */
export async function pushImages(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const script = join(root, 'deploy/images/src/make-images.ts');
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (code !== 0) throw new ExpectedError('The images were not built, or not pushed: see above.');
  return '';
}

/** The digests of the images that `make images` built last, by image. */
export function imagesIn(home: string): Record<string, string> {
  const built = Object.entries(readDigests(join(home, 'images')));
  return Object.fromEntries(built.map(([name, { digest, reference }]) => [name, reference?.split('@')[1] ?? digest]));
}
