import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';

/** A mail server for one test file, and its received mails. */
export async function startMailbox() {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const sandbox = await startSandbox({ ports: 0, dir, providers: [] });
  return {
    sandbox,
    settings: { SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'Reelwright <hello@reelwright.test>' },
    mailsTo: (email: string) => sandbox.inbox.mails(email),
    /** The newest mail to this address, once there are `count`. */
    async newest(email: string, count = 1) {
      await eventually(() => {
        if (sandbox.inbox.mails(email).length < count) throw new Error(`no ${count} mails to ${email} yet`);
      });
      const [mail] = sandbox.inbox.mails(email);
      if (!mail) throw new Error('no mail');
      return mail;
    },
    async stop() {
      await sandbox.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The secret in the link of a reset mail. */
export function tokenIn(text: string): string {
  const found = /\/auth\/reset-password#token=([A-Za-z0-9_-]{43})\s/.exec(text);
  if (!found?.[1]) throw new Error('no link in this mail');
  return found[1];
}
