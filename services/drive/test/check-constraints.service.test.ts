import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { FolderState, GrantState, UploadState } from '../src/database.ts';

test('a column accepts exactly the values that the code knows', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'drive-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      drive_folders_state_check: membersOf<FolderState>({ absent: true, ready: true, erasing: true, erased: true }),
      drive_grants_state_check: membersOf<GrantState>({ active: true, lost: true, ending: true }),
      drive_uploads_state_check: membersOf<UploadState>({
        waiting: true,
        delivered: true,
        failed: true,
        cancelled: true,
        trashing: true,
        trashed: true,
      }),
    });
  } finally {
    await database.drop();
  }
});
