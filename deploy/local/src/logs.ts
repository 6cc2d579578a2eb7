import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { foldersFrom } from './folders.ts';
import { ExpectedError, runTarget } from './say.ts';
import { logFile } from './supervisor/log-files.ts';

await runTarget(async () => {
  const { logs } = foldersFrom(process.env);
  const names = existsSync(logs)
    ? readdirSync(logs)
        .filter((name) => name.endsWith('.log'))
        .map((name) => name.slice(0, -'.log'.length))
    : [];
  if (names.length === 0) throw new ExpectedError("There are no logs yet: run 'make up' first.");
  const part = process.env.PART;
  if (part && !names.includes(part))
    throw new ExpectedError(`There is no log of '${part}': choose one of ${names.join(', ')}.`);
  const files = (part ? [part] : names).map((name) => logFile(logs, name));
  const follow = process.env.FOLLOW === '0' ? [] : ['-F'];
  const tail = spawn('tail', ['-n', part ? '200' : '20', ...follow, ...files], { stdio: 'inherit' });
  process.on('SIGINT', () => tail.kill());
  await new Promise((resolve) => tail.on('close', resolve));
  return 0;
});
