import type { Clock } from '@reelwright/clock';
import type { ComposeMail } from '../mail/mail.ts';
import { findSnapshot } from '../plans/plan-snapshot.ts';
import { CONTACT_TOPICS, type ContactTopic } from './contact-message.ts';

/**
 * Composes the mail of a contact message for the operator's mailbox; Reply-To is the sender. The plan of who is signed in
 * is in the subject: a mailbox can sort by it, as plans differ in their support.
 */
export const composeContact =
  (clock: Clock): ComposeMail =>
  async (trx, { to, userId, details }) => {
    const { name = '', email = '', topic = '', message = '' } = details;
    const plan = userId === null ? undefined : await findSnapshot(trx, userId, clock.now());
    const tier = plan && (plan.entitlement?.tier ?? 'plan not known');
    return {
      to,
      replyTo: email,
      subject: `Contact${tier ? ` (${tier})` : ''}: ${CONTACT_TOPICS[topic as ContactTopic] ?? topic}`,
      text: `${message}

--
From: ${name} <${email}>
Account: ${userId === null ? 'not signed in; anybody can type this address' : `signed in, user ${userId}`}
${tier ? `Plan: ${tier}\n` : ''}`,
    };
  };
