import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { AnalyticsDatabase } from '../src/database.ts';

test('a column accepts exactly the values that the code knows', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'analytics-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      renders_outcome_check: membersOf<AnalyticsDatabase['renders']['outcome']>({ generated: true, failed: true }),
    });
  } finally {
    await database.drop();
  }
});
