import { setTimeout as delay } from 'node:timers/promises';
import { runService } from '@reelwright/service';
import { createFailPoints } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';

// Starts the service as src/main.ts does, except that it dies at the points that the kill harness sets.
const { FAIL_POINTS_FOLDER: folder, ...env } = process.env;
if (!folder) throw new Error('FAIL_POINTS_FOLDER is not set: this program is started by make test-kill');
const die = createFailPoints({ folder, service: 'scheduling' });
await runService({
  name: 'scheduling',
  loadConfig,
  env,
  buildApp: (options) =>
    buildApp({
      ...options,
      async checkpoint(name) {
        // Wait until the pool has sent the statement.
        if (name === 'dispatch-sent') await delay(2);
        await die(name);
      },
    }),
});
