import { join } from 'node:path';
import { migrateService } from '../src/migrate.ts';

// As a service's src/migrate.ts does.
await migrateService({ name: 'drive', folder: join(import.meta.dirname, 'migrations'), env: process.env });
