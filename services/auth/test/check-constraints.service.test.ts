import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { Selectable } from 'kysely';
import type { AuthDatabase } from '../src/database.ts';

test('a column accepts exactly the values that the code knows', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'auth-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      mails_state_check: membersOf<Selectable<AuthDatabase['mails']>['state']>({
        waiting: true,
        sent: true,
        failed: true,
      }),
      account_deletions_reason_check: membersOf<AuthDatabase['account_deletions']['reason']>({
        owner: true,
        displaced: true,
        inactive: true,
      }),
    });
  } finally {
    await database.drop();
  }
});
