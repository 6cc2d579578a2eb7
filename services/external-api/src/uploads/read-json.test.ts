import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readJson } from './read-json.ts';
import { checkVideo, digestVideo, MAX_VIDEO_BYTES, type VideoSink } from './video-sink.ts';

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')]);

/** The same numbers in every run, so that a failure can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

function* cut(bytes: Buffer, sizeOf: () => number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const size = sizeOf();
    yield Buffer.from(bytes.subarray(at, at + size));
    at += size;
  }
}

async function* asStream(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** A sink that counts its calls. */
function openable(): { open: () => Promise<VideoSink>; state: { opened: number; aborted: number; bytes: Buffer[] } } {
  const state = { opened: 0, aborted: 0, bytes: [] as Buffer[] };
  const digest = digestVideo();
  return {
    state,
    open: async () => {
      state.opened += 1;
      return {
        write: async (bytes) => {
          state.bytes.push(Buffer.from(bytes));
          await digest.write(bytes);
        },
        end: digest.end,
        abort: async () => {
          state.aborted += 1;
        },
      };
    },
  };
}

async function read(body: string | Buffer, sizeOf: () => number = () => 7) {
  const { open, state } = openable();
  const result = await readJson(asStream(cut(Buffer.from(body as string), sizeOf)), open);
  return { ...result, state, bytes: Buffer.concat(state.bytes) };
}

const refused = async (body: string | Buffer) => {
  const { open, state } = openable();
  const code = await readJson(asStream(cut(Buffer.from(body), () => 5)), open).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );
  // Every opened sink is aborted exactly once.
  expect(state.aborted).toBe(state.opened);
  return code;
};

describe('a JSON body with a video', () => {
  it('gives the same bytes however it is cut, encoded and ordered', async () => {
    const next = numbers(7);
    const spellings: ((text: string) => string)[] = [
      (text) => text,
      (text) => text.replaceAll('/', '\\/'),
      (text) => text.replace(/.{76}/g, '$&\\r\\n'),
      (text) => text.replace(/.{64}/g, '$&\n'),
      (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
      (text) => text.replace(/=+$/, ''),
      (text) => `data:video/mp4;base64,${text}`,
      (text) => ` \\n DATA:video/quicktime;codecs=avc1;base64,${text}  `,
      (text) => text.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d'),
      (text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    ];
    for (let round = 0; round < 400; round += 1) {
      const video = Buffer.from(Array.from({ length: next(600) + 1 }, () => next(256)));
      const spell = spellings[round % spellings.length] ?? ((text: string) => text);
      const file = `"videoFile": "${spell(video.toString('base64'))}"`;
      const others = ['"platforms":["youtube", "tiktok"]', '"description":"a \\"quoted\\" {brace} [and] \\\\ é"'];
      const at = next(3);
      const body = `{ ${[...others.slice(0, at), file, ...others.slice(at)].join(' ,\n')} }`;
      const size = next(4) === 0 ? 1 : next(40) + 1;
      const got = await read(body, () => next(size) + 1);
      expect([round, got.bytes.equals(video)]).toEqual([round, true]);
      expect(got.video?.sha256).toBe(createHash('sha256').update(video).digest('hex'));
      expect(got.fields).toEqual({
        platforms: ['youtube', 'tiktok'],
        description: 'a "quoted" {brace} [and] \\ é',
      });
    }
  });

  it('gives the same bytes for long texts with special characters anywhere', async () => {
    const next = numbers(11);
    const spoils: ((text: string) => string)[] = [
      (text) => text,
      (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
      (text) => `${text.slice(0, text.length >> 1)}\\r\\n${text.slice(text.length >> 1)}`,
      (text) => `${text.slice(0, text.length / 3)} ${text.slice(text.length / 3)}`,
      (text) => text.replace(/=+$/, ''),
      (text) => `data:video/mp4;base64,${text}`,
      (text) => text.replace('/', '\\/'),
    ];
    for (let round = 0; round < 70; round += 1) {
      const video = randomBytes(60_000 + next(60_000));
      const spoil = spoils[round % spoils.length] ?? ((text: string) => text);
      const body = `{"videoFile":"${spoil(video.toString('base64'))}","title":"x"}`;
      const size = [1_000, 5_000, 20_000, 65_536, 200_000][next(5)] ?? 1;
      const got = await read(body, () => next(size) + 1);
      expect([round, got.bytes.equals(video), got.fields]).toEqual([round, true, { title: 'x' }]);
    }
  });

  it('opens nothing without a video', async () => {
    for (const body of [
      '{"a":1}',
      '{"videoFile":null,"a":1}',
      '{"videoFile":"","a":1}',
      '{"videoFile":" \\n","a":1}',
    ]) {
      const { fields, video, state } = await read(body);
      expect([body, fields, video, state.opened]).toEqual([body, { a: 1 }, undefined, 0]);
    }
  });

  it('reads videoFile as the video only at the top level', async () => {
    const { fields, video } = await read('{"brand":{"videoFile":"AAAA"},"list":["videoFile",":","AAAA"]}');
    expect(video).toBeUndefined();
    expect(fields).toEqual({ brand: { videoFile: 'AAAA' }, list: ['videoFile', ':', 'AAAA'] });
  });

  it('recognises its field with escapes in the name', async () => {
    const { bytes } = await read('{"video\\u0046ile":"QUJD"}');
    expect(bytes.toString()).toBe('ABC');
  });

  it.each([
    ['', 'BAD_JSON'],
    ['[]', 'BAD_JSON'],
    ['null', 'BAD_JSON'],
    ['"videoFile"', 'BAD_JSON'],
    ['{"videoFile":"QUJD"', 'BAD_JSON'],
    ['{"videoFile":"QUJD', 'BAD_JSON'],
    ['{"videoFile":"QUJD\\', 'BAD_JSON'],
    ['{"videoFile":"QU\\q"}', 'BAD_JSON'],
    ['{"videoFile":"QU\\u00zz"}', 'BAD_JSON'],
    ['{"videoFile":"QUJD"} trailing', 'BAD_JSON'],
    ['{"videoFile":"QUJD"}{}', 'BAD_JSON'],
    ['{"videoFile":"QUJD",}', 'BAD_JSON'],
    ['{"videoFile" "QUJD"}', 'BAD_JSON'],
    ['{"videoFile":"QUJD" "QUJD"}', 'BAD_JSON'],
    ['{"videoFile":"QUJD","videoFile":"QUJD"}', 'DUPLICATE_FIELD'],
    ['{"videoFile":null,"video\\u0046ile":"QUJD"}', 'DUPLICATE_FIELD'],
    ['{"title":"a","title":"b"}', 'DUPLICATE_FIELD'],
    ['["videoFile":"QUJD"]', 'BAD_JSON'],
    ['{"videoFile":7}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":["QUJD"]}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QUJDR"}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QUJD*"}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QUI=QUI="}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QUI=="}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QUI===="}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QUJDé"}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"QU\\u0141D"}', 'VIDEO_NOT_BASE64'],
    [`{"videoFile":"${'QUJD'.repeat(9_000)}*"}`, 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"data:video/mp4,QUJD"}', 'VIDEO_NOT_BASE64'],
    ['{"videoFile":"data:video/mp4;base64"}', 'VIDEO_NOT_BASE64'],
    [`{"videoFile":"data:${'x'.repeat(400)};base64,QUJD"}`, 'VIDEO_NOT_BASE64'],
    ['{"title":"a\\u0000b","videoFile":"QUJD"}', 'BROKEN_TEXT'],
    ['{"videoFile":"QUJD","title":"a\\u0000b"}', 'BROKEN_TEXT'],
    ['{"videoFile":"QUJD","description":"\\ud800"}', 'BROKEN_TEXT'],
    ['{"videoFile":"QUJD","\\udc00":1}', 'BROKEN_TEXT'],
    ['{"videoFile":"QUJD","a":{"b":1,"b":2}}', 'DUPLICATE_FIELD'],
    ['\ufeff{"videoFile":"QUJD"}', 'BAD_JSON'],
    [Buffer.from('{"videoFile":"QUJD","title":"\xff"}', 'latin1'), 'BROKEN_TEXT'],
    [Buffer.from('{"title":"\xc3(","videoFile":"QUJD"}', 'latin1'), 'BROKEN_TEXT'],
    ['{"title":"a\u0000b"}', 'BAD_JSON'],
    [`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'TOO_DEEP'],
    [`{"videoFile":"QUJD","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'TOO_DEEP'],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'TOO_DEEP'],
    [`{"description":"${'x'.repeat(70_000)}"}`, 'FIELDS_TOO_LARGE'],
    [`${' '.repeat(70_000)}{}`, 'FIELDS_TOO_LARGE'],
  ])('%.40s is refused with %s', async (body, code) => {
    expect(await refused(body)).toBe(code);
  });

  it.each(['{"title":"\\u0000","videoFile":"QUJD"}', '{"title":,"videoFile":"QUJD"}', '["videoFile":"QUJD"]'])(
    '%s is refused before its video is opened',
    async (body) => {
      const { open, state } = openable();
      await expect(readJson(asStream(cut(Buffer.from(body), () => 5)), open)).rejects.toThrow();
      expect(state.opened).toBe(0);
    },
  );

  it('refuses a truncated body, wherever it is cut', async () => {
    const whole = '{"platforms":["youtube"],"videoFile":"data:video/mp4;base64,QUJDRA==","title":"x"}';
    for (let length = 0; length < whole.length; length += 1) {
      expect([length, await refused(whole.slice(0, length))]).not.toEqual([length, 'accepted']);
    }
  });

  it('is refused at the first byte over the limit', async () => {
    const piece = Buffer.from(Buffer.alloc(96 * 1024, 7).toString('base64'));
    let sent = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`{"videoFile":"${MP4.toString('base64')}`);
      for (;;) {
        sent += 1;
        yield Buffer.from(piece);
      }
    }
    const code = await readJson(endless(), async () => checkVideo(digestVideo())).catch((error) => error.code);
    expect(code).toBe('VIDEO_TOO_LARGE');
    expect(sent * 96 * 1024 - MAX_VIDEO_BYTES).toBeLessThan(2 * 96 * 1024);
  });

  it('is refused by its first bytes when it is not a video', async () => {
    let sent = 0;
    async function* picture(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"videoFile":"');
      for (;;) {
        sent += 1;
        yield Buffer.from(randomBytes(300).toString('base64'));
      }
    }
    const code = await readJson(picture(), async () => checkVideo(digestVideo())).catch((error) => error.code);
    expect([code, sent]).toEqual(['UNSUPPORTED_VIDEO', 1]);
  });
});
