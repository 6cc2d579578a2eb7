import { join } from 'node:path';
import { migrateService } from '@reelwright/service/migrate';

await migrateService({ name: 'publishing', folder: join(import.meta.dirname, '../migrations'), env: process.env });
