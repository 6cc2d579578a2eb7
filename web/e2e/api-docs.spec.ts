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
/** Where the samples are pasted. */
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

/** Pastes a sample into a shell; curl also says the status of the answer. */
async function paste(code: string, variables: Record<string, string>): Promise<{ status: number; body: Answer }> {
  const told = 'curl() { command curl -sS -w "\\n%{http_code}" "$@"; }\n';
  const env = { PATH: process.env.PATH ?? '', ...variables };
  const { stdout } = await run('bash', ['-euc', told + code], { cwd: folder, env, timeout: 120_000 });
  const lines = stdout.trimEnd().split('\n');
  return { status: Number(lines.pop()), body: JSON.parse(lines.join('\n')) as Answer };
}

it('takes a partner from the documentation to posts: each sample does what it says', async () => {
  await step('subscribes, connects every platform and creates a key', async () => {
    await subscribe(visitor, 'Pro');
    await connectAll(visitor);
  });
  const key = await createKey(visitor);
  const { page } = visitor;

  const samples = await step('finds a sample for every call', async () => {
    await page.goto('/api-docs#errors');
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    const setup = await page.locator('#authentication pre').first().textContent();
    // The key is the one thing that is to be filled in.
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
  // What asks for a post needs one, wherever it stands on the page.
  for (const { title, code, status } of [...samples].sort((a, b) => asks(a.code) - asks(b.code))) {
    await step(`gets the answer that is promised for '${title}'`, async () => {
      const answer = await paste(code, { REELWRIGHT_API_KEY: key, POST_ID: postId });
      expect([title, answer.status, answer.body.errors ?? {}]).toEqual([title, status, {}]);
      expect(answer.body.success).toBe(true);
      postId = answer.body.id ?? postId;
    });
  }
  expect(visitor.faults).toEqual([]);
});

const asks = (code: string) => Number(code.includes('$POST_ID'));
