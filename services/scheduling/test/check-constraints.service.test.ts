import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { entryStates, stageStates, tiers } from '@reelwright/product';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { SchedulingDatabase } from '../src/database.ts';

test('a column accepts the values that the code knows, and no others', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'scheduling-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      usage_accounts_tier_check: [...tiers].sort(),
      scheduled_videos_state_check: [...entryStates].sort(),
      scheduled_videos_quota_state_check: membersOf<SchedulingDatabase['scheduled_videos']['quota_state']>({
        reserved: true,
        committed: true,
        released: true,
      }),
      usage_ledger_kind_check: membersOf<SchedulingDatabase['usage_ledger']['kind']>({
        reserve: true,
        commit: true,
        release: true,
      }),
      video_renders_state_check: [...stageStates].sort(),
      video_deliveries_state_check: membersOf<SchedulingDatabase['video_deliveries']['state']>({
        waiting: true,
        done: true,
        failed: true,
      }),
    });
  } finally {
    await database.drop();
  }
});
