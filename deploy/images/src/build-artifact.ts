import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { ExpectedError, runTarget, say } from '@reelwright/local/say';
import { buildImages } from './build.ts';
import { builtLine } from './built-line.ts';
import { requireImages } from './chosen-images.ts';
import { readDigests, writeDigests } from './digests.ts';
import { createPushTo } from './push.ts';

/**
 * The builder of skaffold.yaml: `build-artifact.ts auth` builds one image and pushes it to IMAGE, which Skaffold sets
 * (https://skaffold.dev/docs/builders/builder-types/custom/).
 */
await runTarget(async () => {
  const { IMAGE: image = '', PUSH_IMAGE: isPushed } = process.env;
  const [, repository, tag] = /^(.+):([^:/]+)$/.exec(image) ?? [];
  const [name, ...others] = requireImages(process.argv.slice(2));
  if (!repository || !tag || !name || others.length > 0) {
    throw new ExpectedError('Usage: IMAGE=127.0.0.1:5000/reelwright/auth:dev PUSH_IMAGE=true build-artifact.ts auth');
  }
  if (isPushed !== 'true') {
    throw new ExpectedError('The charts name images by digests, which a registry gives: PUSH_IMAGE must be true.');
  }
  const folders = foldersFrom(process.env);
  const target = join(folders.home, 'images');
  mkdirSync(target, { recursive: true });
  await buildImages(folders, target, [name], (built) => say(builtLine(built)));
  const pushTo = await createPushTo();
  const digest = await pushTo(join(target, name, 'oci'), image);
  writeDigests(target, { ...readDigests(target), [name]: { digest, reference: `${repository}@${digest}`, tag } });
  return 0;
});
