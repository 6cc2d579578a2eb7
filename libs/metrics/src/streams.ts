import type { Readable } from 'node:stream';
import type { Metrics } from './metrics.ts';

/** Seconds; files of up to 100 MB on slow connections. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** `complete` if all bytes were transferred. */
export type StreamOutcome = 'complete' | 'incomplete';

/** Streams of files: those under way in this process, and the seconds and bytes of those that have ended. */
export interface Streams<Label extends string = never> {
  /** @returns what ends the stream; only the first call counts */
  begin(labels: Readonly<Record<Label, string>>): (outcome: StreamOutcome, bytes: number) => void;
  /** Observes a stream of `bytes` bytes until it is closed. @returns the same stream */
  observe<Stream extends Readable>(stream: Stream, bytes: number, labels: Readonly<Record<Label, string>>): Stream;
}

/**
 * The metrics `<name>_streams`, `<name>_stream_seconds` and `<name>_stream_bytes_total`.
 * @param what the streams in the help of the metrics, such as 'Uploads to Google Drive'
 */
export function observeStreams<Label extends string = never>(
  metrics: Metrics,
  name: string,
  what: string,
  labels: readonly Label[] = [],
): Streams<Label> {
  const underWay = metrics.gauge<string>(`${name}_streams`, `${what} that are under way in this process`, labels);
  const seconds = metrics.histogram<string>(
    `${name}_stream_seconds`,
    `${what} that have ended, by the time they took, s`,
    [...labels, 'outcome'],
    SECONDS,
  );
  const transferred = metrics.counter<string>(`${name}_stream_bytes_total`, `${what}: bytes of complete ones`, labels);

  const begin: Streams<Label>['begin'] = (values) => {
    const since = performance.now();
    let hasEnded = false;
    underWay.inc(values);
    return (outcome, bytes) => {
      if (hasEnded) return;
      hasEnded = true;
      underWay.dec(values);
      seconds.observe({ ...values, outcome }, (performance.now() - since) / 1_000);
      if (outcome === 'complete') transferred.inc(values, bytes);
    };
  };
  return {
    begin,
    observe(stream, bytes, values) {
      const end = begin(values);
      stream.once('close', () => end(stream.readableEnded ? 'complete' : 'incomplete', bytes));
      return stream;
    },
  };
}
