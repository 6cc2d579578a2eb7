import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import type { LogoCorner } from '@reelwright/product';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { JobState } from '../src/database.ts';

test('a column accepts exactly the values that the code knows', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'generation-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      brandings_corner_check: membersOf<LogoCorner>({
        top_left: true,
        top_right: true,
        bottom_left: true,
        bottom_right: true,
      }),
      generation_jobs_state_check: membersOf<JobState>({
        queued: true,
        running: true,
        done: true,
        failed: true,
        cancelled: true,
        erasing: true,
      }),
    });
  } finally {
    await database.drop();
  }
});
