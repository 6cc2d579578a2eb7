import { once } from 'node:events';
import { connect } from 'node:net';
import { openLineFile } from '../src/core/line-file.ts';
import { startSandbox } from '../src/start.ts';
import { googleCalls } from './google-calls.ts';
import { eventually, type Running, runSandbox } from './running.ts';

let sandbox: Running;
beforeEach(async () => {
  sandbox = await runSandbox();
});
afterEach(() => sandbox.end());
const { api, operator } = googleCalls(() => sandbox);

it('completes an upload whose sender has gone before it closes its files', async () => {
  const size = 64 * 1024 * 1024;
  const begun = await api('/upload/drive/v3/files?uploadType=resumable', await operator(), 'POST', {
    name: 'reel.mp4',
  });
  const session = new URL(begun.headers.get('location') ?? '');
  const sender = connect(Number(session.port), session.hostname);
  sender.write(
    `PUT ${session.pathname}${session.search} HTTP/1.1\r\nhost: ${session.host}\r\ncontent-length: ${size}\r\n\r\n`,
  );
  sender.write(Buffer.alloc(size, 7));
  const { mediaId } = sandbox.store.collection<{ id: string; mediaId: string }>('google-uploads').all()[0] ?? {};
  await eventually(async () => sandbox.media.size(mediaId ?? '') === size);
  // The response takes longer than this: all bytes are hashed first.
  sender.destroy();
  await Promise.all([once(sender, 'close'), sandbox.close()]);

  const again = await startSandbox({ ports: 0, dir: sandbox.dir });
  try {
    expect(again.journal.read({ act: 'file-created' })).toHaveLength(1);
    expect(again.media.get(mediaId ?? '')).toMatchObject({ size });
  } finally {
    await again.close();
  }
});

it('writes nothing to a file that is closed, whose descriptor may be another one’s by then', () => {
  const file = openLineFile<{ n: number }>(`${sandbox.dir}/lines.jsonl`, () => undefined);
  file.append({ n: 1 });
  file.close();
  expect(() => file.append({ n: 2 })).toThrow(/lines\.jsonl is closed\.$/);
  expect(() => file.read()).toThrow(/is closed/);
});
