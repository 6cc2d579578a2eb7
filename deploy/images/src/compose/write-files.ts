import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { runTarget, say } from '@reelwright/local/say';
import { composeFiles } from './compose-files.ts';

/** `node deploy/images/src/compose/write-files.ts`: writes the files that deploy/compose.yaml reads and that are missing. */
await runTarget(async () => {
  const own = foldersFrom(process.env);
  const home = join(own.home, 'compose');
  // Its secrets are not those of `make up`.
  const folders = { ...own, home, run: join(home, 'run') };
  mkdirSync(folders.run, { recursive: true });
  // Closed to others as a whole: the user of the containers has to read what is in it.
  chmodSync(home, 0o700);
  let written = 0;
  for (const [path, content] of await composeFiles(folders)) {
    const file = join(home, path);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, content, { mode: 0o644 });
    written += 1;
  }
  say(`${written} new files in ${home}`);
  return 0;
});
