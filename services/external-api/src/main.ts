import { runUntilSignal } from '@reelwright/lifecycle';
import { createLogger } from '@reelwright/logger';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';

const config = loadConfig(process.env);
const logger = createLogger({ service: 'external-api', level: config.LOG_LEVEL });
const app = await buildApp({ config, logger });
await runUntilSignal({ logger, components: app.components });
