import { createTransport } from 'nodemailer';
import type { Message } from './mail.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** A 5xx to one of these commands rejects the mail; to another command, such as the sign-in, it concerns every mail. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);

/** The mail server rejected this mail permanently. */
export class MailRejected extends Error {
  readonly responseCode: number;

  constructor(responseCode: number) {
    super(`the mail server responded with ${responseCode}`);
    this.responseCode = responseCode;
  }
}

/** A mail server, by SMTP. The only file that knows nodemailer. */
export interface Smtp {
  /**
   * Sends a mail; resolves when the server has accepted it.
   * @param id the same for each attempt at a mail: part of its Message-ID, by which mailboxes recognise duplicates
   * @throws MailRejected for a 5xx response to this recipient or content; any other error is transient
   */
  send(message: Message, id: string): Promise<void>;
  close(): void;
}

/**
 * @param url `smtps://user:password@host` or `smtp://…`; a server on another machine must then offer STARTTLS
 * @param from `Name <address>`
 */
export function createSmtp({ url, from }: { url: string; from: string }): Smtp {
  const address = URL.parse(url);
  // Node's own error would have the password.
  if (!address) throw new Error('SMTP_URL is not an address: smtps://user:password@host, percent-encoded');
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname);
  const transport = createTransport({
    url,
    requireTLS: !isLocal,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, replyTo, subject, text }, id) {
      const headers = { 'auto-submitted': 'auto-generated' };
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          headers,
          messageId: `<${id}@${domain}>`,
        });
      } catch (error) {
        const { responseCode, command = '' } = error as { responseCode?: number; command?: string };
        const isRejected = responseCode !== undefined && responseCode >= 500 && MAIL_COMMANDS.has(command);
        throw isRejected ? new MailRejected(responseCode) : error;
      }
    },
    close: () => transport.close(),
  };
}
