import { runService } from '@reelwright/service';
import { createFailPoints } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';

// Starts the service like src/main.ts, except that it dies at the points that the kill harness sets.
const { FAIL_POINTS_FOLDER: folder, ...env } = process.env;
if (!folder) throw new Error('FAIL_POINTS_FOLDER is not set: this program is started by make test-kill');
const checkpoint = createFailPoints({ folder, service: 'generation' });
await runService({
  name: 'generation',
  loadConfig,
  env,
  buildApp: (options) => buildApp({ ...options, checkpoint }),
});
