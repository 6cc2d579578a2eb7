import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { foldersFrom } from './folders.ts';
import { hiddenPostgresFolder } from './postgres-server.ts';
import { runTarget, say } from './say.ts';
import { stopStack } from './supervisor/stop.ts';

/** Secrets are deleted with the data that they encrypted. */
await runTarget(async () => {
  const folders = foldersFrom(process.env);
  await stopStack(folders.run);
  for (const folder of [folders.data, folders.run, dirname(hiddenPostgresFolder(folders.data))]) {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`Stopped; data, secrets and logs in ${folders.home} are gone.`);
  return 0;
});
