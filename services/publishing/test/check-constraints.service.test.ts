import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { connectionStates, platforms, postStates } from '@reelwright/product';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { PublishingDatabase } from '../src/database.ts';

test('a column accepts the values that the code knows, and no others', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'publishing-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      social_connections_platform_check: [...platforms].sort(),
      social_connections_state_check: [...connectionStates].sort(),
      videos_source_check: membersOf<PublishingDatabase['videos']['source']>({ entry: true, partner: true }),
      posts_state_check: [...postStates].sort(),
    });
  } finally {
    await database.drop();
  }
});
