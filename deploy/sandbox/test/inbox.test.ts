import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { startSandbox } from '../src/start.ts';
import { type Running, runSandbox } from './running.ts';

let sandbox: Running;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.end());

async function send(to: string, subject: string, text: string, url = sandbox.smtpUrl): Promise<void> {
  const transport = createTransport({ url });
  await transport.sendMail({ from: 'Reelwright <hello@reelwright.test>', to, subject, text });
  transport.close();
}

const fetchJson = async (path: string) => (await fetch(`${sandbox.origins.server('console')}${path}`)).json();

it('keeps every mail, newest first, with any characters', async () => {
  await send('Ada@Example.com', 'Grüße – 🦊', `A long line: ${'word '.repeat(60)}https://example.com/a#token=b`);
  await send('ada@example.com', 'Second', 'Hello.');
  await send('nico@example.com', 'Other', 'Hello.');
  expect(await fetchJson('/api/inbox?to=ada@example.com')).toEqual([
    expect.objectContaining({ to: 'ada@example.com', subject: 'Second', text: 'Hello.\n' }),
    expect.objectContaining({ subject: 'Grüße – 🦊', text: expect.stringContaining('https://example.com/a#token=b') }),
  ]);
  expect(await fetchJson('/api/inbox')).toHaveLength(3);
});

it('shows mails on a page, with links that work and all other HTML escaped', async () => {
  await send('eve@example.com', '<b>Bold</b>', 'Open https://example.com/x#y now <script>');
  const page = await (await fetch(`${sandbox.origins.server('console')}/inbox?to=eve@example.com`)).text();
  expect(page).toContain('<a href="https://example.com/x#y">');
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('<b>Bold');
});

it('keeps mails over a restart, and has none after a reset', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-inbox-'));
  const before = await startSandbox({ ports: 0, dir });
  await send('old@example.com', 'Kept', 'Hello.', before.smtpUrl);
  await before.close();
  const after = await startSandbox({ ports: 0, dir });
  expect(after.inbox.mails('old@example.com')).toHaveLength(1);
  after.reset();
  expect(after.inbox.mails()).toHaveLength(0);
  await after.close();
  rmSync(dir, { recursive: true, force: true });
});

it('accepts no mail while the server is away, and accepts mail again on the same port', async () => {
  await sandbox.setAway('smtp', 'refused');
  await expect(send('away@example.com', 'Lost', 'Hello.')).rejects.toMatchObject({ code: 'ESOCKET' });
  await sandbox.setAway('smtp', 'unavailable');
  await expect(send('away@example.com', 'Lost', 'Hello.')).rejects.toMatchObject({ responseCode: 421 });
  await sandbox.setAway('smtp', undefined);
  await send('away@example.com', 'Back', 'Hello.');
  expect(sandbox.inbox.mails('away@example.com')).toMatchObject([{ subject: 'Back' }]);
});
