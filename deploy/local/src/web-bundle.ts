import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from './content-hash.ts';
import { foldersFrom } from './folders.ts';
import { ExpectedError, runTarget, say } from './say.ts';
import { lastLines, runCommand } from './toolchain/command.ts';
import { webSources } from './web-sources.ts';

/** Builds web/dist, unless it was built from the same sources. */
await runTarget(async () => {
  const { root } = foldersFrom(process.env);
  const web = join(root, 'web');
  const mark = join(web, 'dist', '.built-from');
  const hash = contentHash(root, webSources);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) {
    say('unchanged');
    return 0;
  }
  // In tests NODE_ENV is another one, which makes a bundle for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await runCommand('pnpm', ['run', 'build'], { cwd: web, env });
  process.stdout.write(output);
  if (code !== 0) throw new ExpectedError(`The web bundle could not be built:\n${lastLines(output, 12)}`);
  writeFileSync(mark, hash);
  say('built');
  return 0;
});
