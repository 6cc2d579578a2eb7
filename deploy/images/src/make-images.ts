import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { columns, runTarget, say } from '@reelwright/local/say';
import { buildImages } from './build.ts';
import { builtLine } from './built-line.ts';
import { requireImages } from './chosen-images.ts';
import { readDigests, writeDigests } from './digests.ts';
import { IMAGE_NAMES } from './images.ts';
import { createPush } from './push.ts';

/** `make images`: builds the images that have changed, and pushes all when REGISTRY is set. */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const target = join(folders.home, 'images');
  mkdirSync(target, { recursive: true });
  const digests = readDigests(target);
  const chosen = requireImages((env.ONLY ?? '').split(',').filter(Boolean));
  const names = chosen.length > 0 ? chosen : IMAGE_NAMES;
  const push = env.REGISTRY ? await createPush(env.REGISTRY, folders.root) : undefined;
  await buildImages(folders, target, names, (image) => {
    digests[image.name] = { digest: image.digest };
    say(builtLine(image));
  });
  writeDigests(target, digests);
  say(`The images are in ${target}.`);
  if (!push) return 0;

  for (const name of names) {
    const { digest } = digests[name] ?? {};
    const pushed = await push(name, join(target, name, 'oci'));
    if (digest) digests[name] = { digest, ...pushed };
    say(columns(name, `${pushed.reference}  ${pushed.tag}`));
  }
  writeDigests(target, digests);
  return 0;
});
