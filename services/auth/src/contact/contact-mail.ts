import type { ComposeMail } from '../mail/mail.ts';
import { CONTACT_TOPICS, type ContactTopic } from './contact-message.ts';

/** Composes the mail of a contact message for the operator's mailbox; Reply-To is the sender. */
export const composeContact: ComposeMail = async (_trx, { to, userId, details }) => {
  const { name = '', email = '', topic = '', message = '' } = details;
  return {
    to,
    replyTo: email,
    subject: `Contact: ${CONTACT_TOPICS[topic as ContactTopic] ?? topic}`,
    text: `${message}

--
From: ${name} <${email}>
Account: ${userId === null ? 'not signed in; anybody can type this address' : `signed in, user ${userId}`}
`,
  };
};
