import { join } from 'node:path';
import { readDigests } from '@reelwright/images/digests';
import { ExpectedError } from '@reelwright/local/say';
import { runInForeground } from './foreground.ts';

/** Builds the images that have changed and pushes all to REGISTRY, as `make images` does. */
export async function pushImages(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const script = join(root, 'deploy/images/src/make-images.ts');
  const args = ['--disable-warning=ExperimentalWarning', script];
  const code = await runInForeground(process.execPath, args, { cwd: root, env });
  if (code !== 0) throw new ExpectedError('The images were not built, or not pushed: see above.');
  return '';
}

/** The digests of the images that `make images` built last, by image. */
export function builtDigests(home: string): Record<string, string> {
  const built = Object.entries(readDigests(join(home, 'images')));
  return Object.fromEntries(built.map(([name, { digest, reference }]) => [name, reference?.split('@')[1] ?? digest]));
}
