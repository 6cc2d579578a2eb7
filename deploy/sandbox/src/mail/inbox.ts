import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Away } from '../core/away.ts';
import { closePort, openPort } from '../core/away.ts';
import { token } from '../core/ids.ts';
import type { Sandbox } from '../core/sandbox.ts';

/** A received mail. */
export interface InboxMail {
  id: string;
  /** The recipient's address, in lower case. */
  to: string;
  from: string;
  /** The Reply-To address; '' without one. */
  replyTo: string;
  subject: string;
  text: string;
  /** RFC 3339, product time. */
  receivedAt: string;
}

/** All mailboxes: mails to any address arrive here. */
export interface Inbox {
  /** The mails, newest first; `to` filters them by address. */
  mails(to?: string): InboxMail[];
  listen(port: number, host: string): Promise<number>;
  /** Closes the port ('refused'), or rejects each connection with 421 ('unavailable'). Undefined: normal service. */
  setAway(how: Away | undefined): Promise<void>;
  close(): Promise<void>;
}

const LARGEST_BYTES = 10 * 1024 * 1024;

export function openInbox({ store, clock }: Sandbox): Inbox {
  const mails = store.collection<InboxMail>('inbox-mails');
  let isBusy = false;
  let listensAt = { port: 0, host: '' };
  const server = new SMTPServer({
    // Only this machine connects, so no accounts or certificates are needed.
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: LARGEST_BYTES,
    rejectOversized: true,
    closeTimeout: 1_000,
    onConnect: (_session, done) =>
      done(isBusy ? Object.assign(new Error('Service not available'), { responseCode: 421 }) : null),
    onData(stream, session, done) {
      const keep = async () => {
        const { from, replyTo, subject, text } = await PostalMime.parse(await buffer(stream));
        for (const { address } of session.envelope.rcptTo) {
          mails.put({
            id: token(20),
            to: address.toLowerCase(),
            from: from?.address ?? '',
            replyTo: replyTo?.[0]?.address ?? '',
            subject: subject ?? '',
            text: text ?? '',
            receivedAt: clock.now().toISOString(),
          });
        }
      };
      keep().then(() => done(), done);
    },
  });
  server.on('error', () => {}); // a client that disconnects early must not end the process
  return {
    mails: (to) => mails.filter((mail) => to === undefined || mail.to === to.trim().toLowerCase()).reverse(),
    async listen(port, host) {
      server.listen(port, host);
      await once(server.server, 'listening');
      listensAt = { port: (server.server.address() as AddressInfo).port, host };
      return listensAt.port;
    },
    async setAway(how) {
      isBusy = how === 'unavailable';
      if (how === 'refused') await closePort(server.server);
      else await openPort(server.server, listensAt);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
