import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApi, startExternalApi } from './harness.ts';
import { jsonBody, send } from './sender.ts';

const MIB = 1024 * 1024;

let api: ExternalApi;
let child: ChildProcess;
let url: string;

/** A separate process, so that only the service's memory is measured. */
beforeAll(async () => {
  api = await startExternalApi();
  const { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const settings = Object.entries(api.config).map(([name, value]) => [name, String(value)]);
  child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...Object.fromEntries(settings), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const port = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    url = `http://127.0.0.1:${port}`;
    break;
  }
  child.stdout?.resume();
});
afterAll(async () => {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  await api.stop();
  expect(code).toBe(0);
});

/** The peak memory of the process so far, in MiB. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

describe('the service', () => {
  it('takes two uploads of 100 MB at once in little memory', async () => {
    const partner = await api.newPartner('youtube');
    await send(url, partner, jsonBody(1000));
    const before = peakMemory();
    const hash = createHash('sha256');
    const answers = await Promise.all([
      send(url, partner, jsonBody(100 * MIB, hash)),
      send(url, partner, jsonBody(100 * MIB)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const uploads = await api.uploadsOf(partner);
    const sha256 = hash.digest('hex');
    expect(uploads.filter((upload) => upload.bytes === 100 * MIB && upload.sha256 === sha256)).toHaveLength(2);
    // The two bodies have 267 MB.
    expect(peakMemory() - before).toBeLessThan(150);
  }, 120_000);
});
