import { loadConfig, serviceSettings, Type } from '@reelwright/config';
import { runService } from '../src/index.ts';
import { buildNotes } from './note-service.ts';

// As a service's src/main.ts does.
await runService({
  name: 'drive',
  loadConfig: (env) => loadConfig(Type.Object(serviceSettings), env),
  env: process.env,
  buildApp: async (options) => ({ components: buildNotes('drive', options, '127.0.0.1:9').service.components() }),
});
