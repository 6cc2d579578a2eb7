import type { Clock } from '@reelwright/clock';
import { isPlatform, platformNames } from '@reelwright/product';
import { greetingFor } from '../mail/greeting.ts';
import type { ComposeMail } from '../mail/mail.ts';
import { noticeEnd } from '../mail/notice-end.ts';
import { utcTime } from '../mail/utc-time.ts';
import { findUser } from '../users/user.repository.ts';

/** Composes the mail about a connection that ends soon; none once it has ended, or if it is turned off. */
export function composeConnectionEnds(publicUrl: string, clock: Clock): ComposeMail {
  return async (trx, { userId, details }) => {
    const { platform, account, endsAt = '' } = details;
    const end = new Date(endsAt);
    const user = userId === null ? undefined : await findUser(trx, userId);
    if (!user?.mailConnectionEnds || !isPlatform(platform) || end <= clock.real()) return undefined;
    const name = platformNames[platform];
    return {
      to: user.email,
      subject: `Your ${name} connection ends on ${utcTime(end)}`,
      text: `${greetingFor(user.firstName)}

${name} lets us post to your account${account ? ` “${account}”` : ''} until ${utcTime(end)}. After that nothing goes out there until you
connect it again.

To keep posting, open your accounts before then and press Reconnect:
${publicUrl}/social

${noticeEnd(publicUrl)}`,
    };
  };
}
