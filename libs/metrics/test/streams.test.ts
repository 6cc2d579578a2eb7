import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createMetrics, observeStreams } from '../src/index.ts';

function startStreams() {
  const metrics = createMetrics({ service: 'drive', processMetrics: false });
  const streams = observeStreams(metrics, 'drive_upload', 'Uploads', ['kind']);
  return { streams, read: () => metrics.registry.metrics() };
}
const endless = () => new Readable({ read: () => undefined });

describe('a stream', () => {
  it('is under way until it is closed, and its bytes and time count once it has been read', async () => {
    const { streams, read } = startStreams();
    const stream = streams.observe(Readable.from([Buffer.alloc(3), Buffer.alloc(4)]), 7, { kind: 'clip' });
    expect(await read()).toContain('drive_upload_streams{kind="clip",service="drive"} 1');
    const closed = once(stream, 'close');
    expect(await buffer(stream)).toHaveLength(7);
    await closed;
    const text = await read();
    expect(text).toContain('drive_upload_streams{kind="clip",service="drive"} 0');
    expect(text).toContain('drive_upload_stream_bytes_total{kind="clip",service="drive"} 7');
    expect(text).toContain('drive_upload_stream_seconds_count{service="drive",kind="clip",outcome="complete"} 1');
  });

  it.each<[string, (stream: Readable) => void]>([
    ['is abandoned', (stream) => stream.destroy()],
    ['fails', (stream) => stream.on('error', () => undefined).destroy(new Error('the disk is gone'))],
  ])('that %s is incomplete, and its bytes do not count', async (_how, cut) => {
    const { streams, read } = startStreams();
    const stream = streams.observe(endless(), 7, { kind: 'clip' });
    const closed = new Promise((resolve) => stream.once('close', resolve));
    cut(stream);
    await closed;
    const text = await read();
    expect(text).toContain('drive_upload_streams{kind="clip",service="drive"} 0');
    expect(text).toContain('drive_upload_stream_seconds_count{service="drive",kind="clip",outcome="incomplete"} 1');
    expect(text).not.toContain('drive_upload_stream_bytes_total{kind');
  });

  it('ends once, whoever ends it first', async () => {
    const { streams, read } = startStreams();
    const end = streams.begin({ kind: 'clip' });
    end('complete', 5);
    end('incomplete', 0);
    const text = await read();
    expect(text).toContain('drive_upload_streams{kind="clip",service="drive"} 0');
    expect(text).toContain('drive_upload_stream_bytes_total{kind="clip",service="drive"} 5');
    expect(text).not.toContain('outcome="incomplete"');
  });
});
