import { runUntilSignal } from '@reelwright/lifecycle';
import { createLogger } from '@reelwright/logger';
import { createObjectStore, requireAccess } from '../src/index.ts';

// Starts what a service starts for its store.
const [url = ''] = process.argv.slice(2);
const logger = createLogger({ service: 'drive' });
const component = { name: 'object store access', start: () => requireAccess(createObjectStore(url), logger) };
await runUntilSignal({ logger, components: [component] });
