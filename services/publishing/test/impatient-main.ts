import { runService } from '@reelwright/service';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { defaultTimings } from '../src/posting/engine.ts';

// The service as its src/main.ts starts it, for a sandbox that cuts a call off at once or not at all: an answer that was
// lost is given up after seconds. Against real providers a call may still arrive much later.
const { FAIL_POINTS_FOLDER: _, ...env } = process.env;
await runService({
  name: 'publishing',
  config: loadConfig(env),
  buildApp: (options) => buildApp({ ...options, timings: { ...defaultTimings, inFlightMs: 5_000 } }),
});
