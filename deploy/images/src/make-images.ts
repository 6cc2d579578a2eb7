import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { columns, ExpectedError, runTarget, say } from '@reelwright/local/say';
import { type BuiltImage, buildImages } from './build.ts';
import { readDigests, writeDigests } from './digests.ts';
import { IMAGE_NAMES, type ImageName } from './images.ts';
import { createPush } from './push.ts';

/** `make images`: builds the images, and pushes them when REGISTRY is set. */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const target = join(folders.home, 'images');
  mkdirSync(target, { recursive: true });
  const digests = readDigests(target);
  const names = chosenNames(env.ONLY);
  const push = env.REGISTRY ? await createPush(env.REGISTRY, folders.root) : undefined;
  await buildImages(folders, target, names, (image) => {
    digests[image.name] = { digest: image.digest };
    say(columns(image.name, describe(image)));
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

function describe({ digest, megabytes, seconds }: BuiltImage): string {
  return `${megabytes.toFixed(1).padStart(6)} MB  ${seconds.toFixed(1).padStart(5)} s  ${digest}`;
}

function chosenNames(only = ''): readonly ImageName[] {
  const names = only.split(',').filter(Boolean);
  const unknown = names.filter((name) => !(IMAGE_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new ExpectedError(`There is no image ${unknown.join(', ')}. There are: ${IMAGE_NAMES.join(', ')}.`);
  }
  return names.length > 0 ? (names as ImageName[]) : IMAGE_NAMES;
}
