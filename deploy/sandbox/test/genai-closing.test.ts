import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials } from '../src/credentials.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';
import { call, eventually } from './social.ts';

const directory = mkdtempSync(join(tmpdir(), 'sandbox-genai-closing-'));
const crashes: unknown[] = [];
const remember = (error: unknown) => crashes.push(error);
beforeAll(() => {
  process.on('unhandledRejection', remember);
});
afterAll(() => {
  process.off('unhandledRejection', remember);
  rmSync(directory, { recursive: true, force: true });
});

const auth = { 'x-goog-api-key': credentials.genai.apiKey, 'content-type': 'application/json' };

async function status(sandbox: RunningSandbox, id: string): Promise<string> {
  const url = `${sandbox.origins.server('genai')}/v1beta/interactions/${id}`;
  return (await call(url, { headers: auth })).json.status;
}

it('stops the encoding of a clip when it closes, and makes the clip after its next start', async () => {
  const sandbox = await startSandbox({ ports: 0, dir: directory, videoSeconds: 0 });
  const created = await call(`${sandbox.origins.server('genai')}/v1beta/interactions`, {
    method: 'POST',
    headers: auth,
    body: JSON.stringify({
      model: 'gemini-omni-1.2-flash',
      input: 'A quiet harbour',
      background: true,
      response_format: { type: 'video', aspect_ratio: '9:16', resolution: '720p', duration: '3s', delivery: 'uri' },
    }),
  });
  const { id } = created.json as { id: string };
  await sandbox.close();

  const again = await startSandbox({ ports: 0, dir: directory, videoSeconds: 0 });
  try {
    const ended = await eventually(
      () => status(again, id),
      (now) => now !== 'in_progress',
    );
    expect(ended).toBe('completed');
    expect(again.journal.read({ act: 'video-generated', id })).toHaveLength(1);
    expect(crashes).toEqual([]);
  } finally {
    await again.close();
  }
});
