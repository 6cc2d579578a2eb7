import { runUntilSignal } from '@reelwright/lifecycle';
import { createLogger } from '@reelwright/logger';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';

const config = loadConfig(process.env);
const logger = createLogger({ service: 'scheduling', level: config.LOG_LEVEL });
const app = await buildApp({ config, logger });

// Started top to bottom, stopped bottom to top: new work ends first, the pool closes last.
await runUntilSignal({ logger, components: app.components });
