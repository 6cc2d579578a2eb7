import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { createSmtp, MailRejected } from './smtp.ts';

const FINE = {
  greeting: '220 here',
  EHLO: '250 here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  end: '250 ok',
};
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello.' };
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A mail server with the given answers; `end` answers the message itself. */
async function serverThat(says: Partial<typeof FINE>): Promise<string> {
  const answers: Record<string, string> = { ...FINE, ...says };
  const server = createServer((socket) => {
    let isMessage = false;
    socket.on('error', () => undefined);
    socket.write(`${answers.greeting}\r\n`);
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (isMessage && !text.endsWith('\r\n.\r\n')) return;
      const answer = isMessage ? answers.end : (answers[text.slice(0, 4)] ?? '221 bye');
      isMessage = answer?.startsWith('354') ?? false;
      socket.write(`${answer}\r\n`);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sendTo = async (url: string) => {
  const smtp = createSmtp({ url, from: 'Reelwright <hello@reelwright.test>' });
  try {
    await smtp.send(mail, 'id');
  } finally {
    smtp.close();
  }
};

it('sends a mail', async () => {
  await sendTo(await serverThat({}));
});

it.each([
  ['a server that accepts no mail', { greeting: '554 no service here' }],
  ['a server that is not ready', { EHLO: '550 not now', HELO: '550 not now' }],
  ['a server that refuses the sender', { MAIL: '550 relaying denied' }],
  ['a server that has no room', { RCPT: '452 later' }],
] as const)('%s has not refused the mail permanently', async (_what, says) => {
  const failure = await sendTo(await serverThat(says)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MailRejected);
});

it.each([
  ['its recipient', { RCPT: '550 no such mailbox' }],
  ['its words', { end: '554 not wanted' }],
] as const)('a refusal of %s is final', async (_what, says) => {
  await expect(sendTo(await serverThat(says))).rejects.toBeInstanceOf(MailRejected);
});

it('shows no password of an address that it cannot read', () => {
  const create = () => createSmtp({ url: 'smtp://reelwright:hunter2@mail.example:99999', from: 'a@reelwright.test' });
  expect(create).toThrow('SMTP_URL is not an address');
  try {
    create();
  } catch (error) {
    expect(inspect(error)).not.toContain('hunter2');
  }
});
