import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import { deleteWaitingMailsAbout } from '../mail/mail.repository.ts';
import type { Mailer } from '../mail/mailer.ts';
import { cleanName } from '../users/name.ts';
import { findUser } from '../users/user.repository.ts';

/**
 * Enqueues the mail about a connection that ends soon, once for each end. One that has not been sent when the connection
 * changes is dropped: its owner has just been there.
 */
export function connectionEndSubscriptions(deps: {
  readonly clock: Clock;
  readonly mailer: Mailer;
}): Subscription<AuthDatabase>[] {
  const { clock, mailer } = deps;
  return [
    on(events.ConnectionEndApproached, async (trx, { payload }) => {
      const { platform, endsAt } = payload;
      if (!mailer.isOn || !endsAt || endsAt <= clock.real()) return;
      // The account may have been deleted before the event arrived.
      const user = await findUser(trx, Number(payload.userId));
      if (!user?.mailConnectionEnds) return;
      const end = endsAt.toISOString();
      await mailer.enqueue(trx, {
        kind: 'connection_ends',
        to: user.email,
        userId: user.id,
        reason: `connection_ends ${user.id} ${platform} ${end}`,
        details: { platform, account: cleanName(payload.accountName), endsAt: end },
      });
    }),
    on(events.ConnectionChanged, (trx, { payload: { userId, platform } }) =>
      deleteWaitingMailsAbout(trx, { userId: Number(userId), kind: 'connection_ends', details: { platform } }),
    ),
  ];
}
