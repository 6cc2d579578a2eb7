import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { faults, openChaos } from '../src/core/chaos.ts';
import { ownClock } from '../src/core/clock.ts';
import { openJournal } from '../src/core/journal.ts';
import { openMedia, rangeOf } from '../src/core/media.ts';
import { openStore } from '../src/core/store.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-core-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

interface Note {
  id: string;
  text: string;
}

describe('the store', () => {
  it('keeps its documents over a restart, in order and without the deleted ones', () => {
    const store = openStore(directory);
    const notes = store.collection<Note>('notes');
    notes.put({ id: 'a', text: 'one' });
    notes.put({ id: 'b', text: 'two' });
    notes.put({ id: 'c', text: 'three' });
    notes.update('a', { text: 'changed' });
    notes.delete('b');
    store.close();
    expect(openStore(directory).collection<Note>('notes').all()).toEqual([
      { id: 'a', text: 'changed' },
      { id: 'c', text: 'three' },
    ]);
  });

  it('has all documents of a collection that is first asked for after others were read', () => {
    const store = openStore(directory);
    store.collection<Note>('notes').put({ id: 'a', text: 'one' });
    store.collection<Note>('letters').put({ id: 'b', text: 'two' });
    store.close();
    const again = openStore(directory, { isShared: false });
    const notes = again.collection<Note>('notes');
    notes.put({ id: 'c', text: 'three' });
    expect(again.collection<Note>('letters').all()).toEqual([{ id: 'b', text: 'two' }]);
    expect(notes.all()).toEqual([
      { id: 'a', text: 'one' },
      { id: 'c', text: 'three' },
    ]);
  });

  it('survives a kill in the middle of a write', () => {
    openStore(directory).collection<Note>('notes').put({ id: 'a', text: 'kept' });
    appendFileSync(join(directory, 'state.jsonl'), '{"c":"notes","id":"b","d":{"id":"b","te');
    expect(openStore(directory).collection<Note>('notes').all()).toEqual([{ id: 'a', text: 'kept' }]);
  });

  it('removes the lines of overwritten documents when it is opened', () => {
    const store = openStore(directory);
    for (let i = 0; i < 50; i++) store.collection<Note>('notes').put({ id: 'a', text: String(i) });
    store.close();
    openStore(directory).close();
    expect(readFileSync(join(directory, 'state.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('keeps only what was put after a reset, also over a restart', () => {
    const store = openStore(directory);
    const notes = store.collection<Note>('notes');
    notes.put({ id: 'a', text: 'one' });
    store.reset();
    notes.put({ id: 'b', text: 'two' });
    store.close();
    expect(openStore(directory).collection<Note>('notes').all()).toEqual([{ id: 'b', text: 'two' }]);
  });
});

describe('the journal', () => {
  it('is on disk before record() returns, even if the process is killed at once', () => {
    const source = `
      const { openJournal } = await import(${JSON.stringify(new URL('../src/core/journal.ts', import.meta.url).href)});
      const { ownClock } = await import(${JSON.stringify(new URL('../src/core/clock.ts', import.meta.url).href)});
      openJournal(${JSON.stringify(directory)}, ownClock()).record({ provider: 'google', act: 'file-created', account: 'a', id: '1' });
      process.kill(process.pid, 'SIGKILL');`;
    expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' })).toThrow();
    expect(openJournal(directory, ownClock()).read()).toMatchObject([{ provider: 'google', id: '1' }]);
  });

  it('keeps entries over restarts, filters them, and stores product and real time', () => {
    const clock = ownClock();
    void clock.setOffset?.(86_400_000);
    const journal = openJournal(directory, clock);
    const entry = journal.record({ provider: 'tiktok', act: 'post-published', account: 'a', id: '1' });
    journal.record({ provider: 'google', act: 'file-created', account: 'b', id: '2' });
    journal.close();
    expect(Date.parse(entry.at) - Date.parse(entry.realAt)).toBeGreaterThanOrEqual(86_399_000);
    expect(openJournal(directory, clock).read({ provider: 'tiktok' })).toEqual([entry]);
  });
});

describe('chaos', () => {
  it('is off until it is switched on', () => {
    const chaos = openChaos(openStore(directory), openJournal(directory, ownClock()));
    for (const fault of faults) expect(chaos.strikes('google', fault, 'GET /')).toBe(false);
  });

  it('hits the same calls for the same seed, and others for another seed', () => {
    const chaos = openChaos(openStore(directory), openJournal(directory, ownClock()));
    const run = (seed: number) => {
      chaos.set('google', { seed, rate429: 0.3 });
      return Array.from({ length: 200 }, () => chaos.strikes('google', 'rate429', 'GET /'));
    };
    const first = run(7);
    expect(run(7)).toEqual(first);
    expect(run(8)).not.toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(30);
    expect(first.filter(Boolean).length).toBeLessThan(90);
  });

  it('stops after `limit` faults, and injects none at other providers', () => {
    const chaos = openChaos(openStore(directory), openJournal(directory, ownClock()));
    chaos.set('stripe', { error5xx: 1, limit: 2 });
    expect(Array.from({ length: 4 }, () => chaos.strikes('stripe', 'error5xx', 'GET /'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(chaos.strikes('tiktok', 'error5xx', 'GET /')).toBe(false);
  });

  it('writes each fault to the journal, with the call or object that it hits', () => {
    const journal = openJournal(directory, ownClock());
    const chaos = openChaos(openStore(directory), journal);
    chaos.set('tiktok', { brokenUpload: 1, limit: 1 });
    for (const upload of ['one', 'two']) chaos.strikes('tiktok', 'brokenUpload', upload);
    const recorded = journal.read({ provider: 'tiktok', act: 'fault' });
    expect(recorded).toMatchObject([{ id: 'brokenUpload', key: 'one' }]);
    journal.close();
  });

  it('rejects invalid switches', () => {
    const chaos = openChaos(openStore(directory), openJournal(directory, ownClock()));
    expect(() => chaos.set('google', { rate429: 2 })).toThrow('rate from 0 to 1');
    expect(() => chaos.set('google', { nonsense: 1 } as never)).toThrow("no switch 'nonsense'");
  });
});

describe('media', () => {
  it('keeps the received bytes of a broken upload, cut to whole blocks, and hashes complete media', async () => {
    const media = openMedia(directory, openStore(directory));
    const id = media.begin();
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(700, 1);
        throw new Error('connection lost');
      })(),
    );
    await expect(media.append(id, broken, 256)).rejects.toThrow('connection lost');
    expect(media.size(id)).toBe(512);
    await media.append(id, Readable.from([Buffer.alloc(88, 1), Buffer.alloc(100, 1)]), 256);
    const medium = await media.finish(id, 'video/mp4');
    expect(medium).toMatchObject({ size: 700, contentType: 'video/mp4' });
    expect(medium.sha256).toBe((await media.put(Buffer.alloc(700, 1), 'video/mp4')).sha256);
  });

  it('parses the ranges that players send, and ignores an invalid one', () => {
    expect(rangeOf('bytes=0-', 100)).toEqual({ first: 0, last: 99 });
    expect(rangeOf('bytes=10-19', 100)).toEqual({ first: 10, last: 19 });
    expect(rangeOf('bytes=-10', 100)).toEqual({ first: 90, last: 99 });
    expect(rangeOf('bytes=90-500', 100)).toEqual({ first: 90, last: 99 });
    expect(rangeOf('bytes=100-', 100)).toBe('outside');
    expect(rangeOf('bytes=', 100)).toBeUndefined();
    expect(rangeOf(undefined, 100)).toBeUndefined();
  });
});
