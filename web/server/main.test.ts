/** @jest-environment node */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually, freePorts } from '@reelwright/testing';
import { writeSite } from '../test/built-site.ts';

/** More than the buffers between the two processes hold. */
const SIZE = 64 * 1024 * 1024;

test('at SIGTERM the web server ends a download under way, then its connection, and exits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-dist-'));
  await writeSite(folder);
  await writeFile(join(folder, 'clip.mp4'), Buffer.alloc(SIZE));
  const [port] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const connect = () => fetch(`${origin}/livez`, { headers: { connection: 'close' } });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, HTTP_PORT: String(port), WEB_DIST: folder, STOP_SECONDS: '600' },
  });
  const exited = once(child, 'exit');
  const agent = new Agent({ keepAlive: true });
  try {
    await eventually(connect);
    const [response] = (await once(get(`${origin}/clip.mp4`, { agent }), 'response')) as [IncomingMessage];
    child.kill('SIGTERM');
    await eventually(() => expect(connect()).rejects.toThrow());
    let received = 0;
    for await (const chunk of response) received += chunk.length;
    expect(received).toBe(SIZE);
    expect(await exited).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    agent.destroy();
    await rm(folder, { recursive: true });
  }
}, 30_000);

test('a wrong setting is one clear line, with which the process ends', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, HTTP_PORT: 'eighty' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, '']);
  const msg = expect.stringContaining('HTTP_PORT');
  expect(JSON.parse(stdout)).toMatchObject({ level: 'fatal', service: 'web', code: 'SETTINGS_WRONG', msg });
});
