import { runService } from '@reelwright/service';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { defaultTimings } from '../src/posting/engine.ts';

// Starts the service as src/main.ts does, with a short `inFlightMs`: in the sandbox a lost call does not arrive
// later, as it may at real providers.
const { FAIL_POINTS_FOLDER: _, ...env } = process.env;
await runService({
  name: 'publishing',
  loadConfig,
  env,
  buildApp: (options) => buildApp({ ...options, timings: { ...defaultTimings, inFlightMs: 5_000 } }),
});
