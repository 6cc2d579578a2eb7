import { greetingFor } from '../mail/greeting.ts';
import type { ComposeMail } from '../mail/mail.ts';
import { findUser, findUserByEmail, lockUser } from '../users/user.repository.ts';
import { issueResetToken } from './password-reset.repository.ts';

/**
 * Composes the mail with the link to set a new password; none for an unknown address or after three within the hour.
 */
export function composeReset(publicUrl: string): ComposeMail {
  return async (trx, mail) => {
    const account = await findUserByEmail(trx, mail.to);
    const user = account && (await lockUser(trx, account.id));
    const token = user && (await issueResetToken(trx, { mailId: mail.id, userId: user.id }));
    if (!user || !token) return undefined;
    // The token is in the fragment, which servers, proxies and logs do not see.
    const link = `${publicUrl}/auth/reset-password#token=${token}`;
    return {
      to: user.email,
      subject: 'Set a new password for Reelwright',
      text: `${greetingFor(user.firstName)}

someone asked to set a new password for your Reelwright account. If that was you, open this link within the hour:

${link}

It works once. If it was not you, you can ignore this e-mail: your password stays as it is.

Reelwright
`,
    };
  };
}

/** Composes the notice that the password was reset. */
export function composeChanged(publicUrl: string): ComposeMail {
  return async (trx, mail) => {
    const user = mail.userId === null ? undefined : await findUser(trx, mail.userId);
    if (!user) return undefined;
    return {
      to: user.email,
      subject: 'Your Reelwright password was changed',
      text: `${greetingFor(user.firstName)}

the password of your Reelwright account was just changed, with a link that was sent to this address. You are signed out
everywhere.

If that was not you, set a new password now, and check who else can read this mailbox:
${publicUrl}/auth/forgotten-password

Reelwright
`,
    };
  };
}
