import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { subscriptionStatuses, tiers } from '@reelwright/product';
import { checkedTexts, createTestDatabase, membersOf } from '@reelwright/testing';
import type { CorrectionReason } from '../src/corrections/correction.repository.ts';
import type { OperationKind } from '../src/operations/operation.repository.ts';
import type { PaymentKind } from '../src/payments/kind-of-payment.ts';

test('a column accepts the values that the code knows, and no others', async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const database = await createTestDatabase({
    name: 'billing-checks',
    migrate: (url) => runMigrations({ url, migrations, logger }),
  });
  try {
    expect(await checkedTexts(database.url)).toEqual({
      subscriptions_tier_check: [...tiers].sort(),
      subscriptions_status_check: [...subscriptionStatuses].sort(),
      operations_kind_check: membersOf<OperationKind>({ checkout: true, change: true, end: true }),
      corrections_reason_check: membersOf<CorrectionReason>({ second_subscription: true, paid_after_end: true }),
      payments_kind_check: membersOf<PaymentKind>({ purchase: true, renewal: true, upgrade: true, switch: true }),
    });
  } finally {
    await database.drop();
  }
});
