import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectAll, subscribe } from './accounts.ts';
import { newVisitor, openBrowser, signUp, step, type Visitor } from './fixtures.ts';
import { createKey } from './partner-key.ts';

const run = promisify(execFile);

let browser: Browser;
let visitor: Visitor;
/** The directory in which the samples run. */
const folder = mkdtempSync(join(tmpdir(), 'api-docs-'));
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await browser.close();
});

interface Answer {
  id?: string;
  status?: string;
  success?: boolean;
  errors?: object;
}

/** Runs a sample in a shell. curl also prints the HTTP status. */
async function paste(code: string, variables: Record<string, string>): Promise<{ status: number; body: Answer }> {
  const printStatus = 'curl() { command curl -sS -w "\\n%{http_code}" "$@"; }\n';
  const env = { PATH: process.env.PATH ?? '', ...variables };
  const { stdout } = await run('bash', ['-euc', printStatus + code], { cwd: folder, env, timeout: 120_000 });
  const lines = stdout.trimEnd().split('\n');
  return { status: Number(lines.pop()), body: JSON.parse(lines.join('\n')) as Answer };
}

it('lets a partner post with the samples of the documentation: each returns what it promises', async () => {
  await step('subscribes, connects every platform and creates a key', async () => {
    await subscribe(visitor, 'Pro');
    await connectAll(visitor);
  });
  const key = await createKey(visitor);
  const { page } = visitor;

  const samples = await step('finds a sample for every call', async () => {
    await page.goto('/api-docs#errors');
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    // The page that the build wrote has no installation's address yet, and can't be copied from.
    await page.locator('.code-block:not([inert])').first().waitFor();
    const setup = await page.locator('#authentication pre').first().textContent();
    // Only the key has to be filled in.
    await run('bash', ['-euc', setup ?? ''], { cwd: folder });
    return page.locator('.sample').evaluateAll((blocks) =>
      blocks.map((block) => ({
        title: block.querySelector('figcaption b')?.textContent ?? '',
        code: block.querySelector('pre')?.textContent ?? '',
        status: Number((block as HTMLElement).dataset.status),
      })),
    );
  });
  expect(samples.length).toBeGreaterThanOrEqual(10);

  let postId = '';
  // Samples that read a post run last, because they need one.
  for (const { title, code, status } of [...samples].sort((a, b) => asks(a.code) - asks(b.code))) {
    await step(`gets the documented answer for '${title}'`, async () => {
      const answer = await paste(code, { REELWRIGHT_API_KEY: key, POST_ID: postId });
      expect([title, answer.status, answer.body.errors ?? {}]).toEqual([title, status, {}]);
      expect(answer.body.success).toBe(true);
      postId = answer.body.id ?? postId;
    });
  }
  expect(visitor.faults).toEqual([]);
});

const asks = (code: string) => Number(code.includes('$POST_ID'));
