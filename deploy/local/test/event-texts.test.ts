import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textsInEvents } from '../src/event-texts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'reelwright-events-'));
const folder = join(scratch, 'proto');
afterAll(() => rmSync(scratch, { recursive: true }));
const textsIn = (path: string) => textsInEvents(join(ROOT, 'node_modules/.bin/buf'), path, scratch);

async function fieldsRefused(fields: string, name = 'VideoLost', start = '') {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'lost_events.proto'),
    `syntax = "proto3";\n\npackage lost;\n${start}\nmessage ${name} {\n${fields}\n}\n`,
  );
  return (await textsIn(folder)).map((problem) => problem.split(': ')[1]);
}

describe('a string field of an event', () => {
  it.each([
    ['an id', '  string video_id = 1;'],
    ['a key', '  string media_key = 1;'],
    ['an address', '  string folder_url = 1;\n  string permalink = 2;'],
    ['a member of a closed set', '  // Empty, or one of `postCauses` in libs/product.\n  string code = 1;'],
    [
      'a list of members',
      '  // Where it goes. Each is one of `platforms` in libs/product.\n  repeated string platforms = 1;',
    ],
    ['no string at all', '  int32 percent = 1;\n  bool is_late = 2;'],
  ])('is %s', async (_what, fields) => {
    expect(await fieldsRefused(fields)).toEqual([]);
  });

  it("is a person's own text if its comment says so", async () => {
    expect(await fieldsRefused("  // Empty without one. A person's own text.\n  string caption = 1;")).toEqual([]);
    expect(await fieldsRefused('  string caption = 1;', 'VideoRequested')).toEqual(['VideoRequested.caption']);
  });

  it.each([
    [
      'a sentence',
      '  // What happened.\n  string message = 5;\n  string fix = 6;',
      ['VideoLost.message', 'VideoLost.fix'],
    ],
    ['a code without the name of its set', '  string code = 1;', ['VideoLost.code']],
    [
      'a member of an unknown set',
      '  // One of `reasons` in libs/product.\n  string reason = 1;',
      ['VideoLost.reason'],
    ],
    [
      'a sentence after a code',
      '  // One of `tiers` in libs/product.\n  string tier = 1;\n  string why = 2;',
      ['VideoLost.why'],
    ],
    ['an optional text', '  optional string remark = 1;', ['VideoLost.remark']],
    ['a text with the name of a key', '  string explanation_key = 1;', ['VideoLost.explanation_key']],
    ['a text without spaces', '  string remark=1;', ['VideoLost.remark']],
    [
      'a text that is said to be none of a person',
      "  // A cause, not a person's own text.\n  string why = 1;",
      ['VideoLost.why'],
    ],
    ['a code or a sentence', '  // One of `platforms` or a sentence.\n  string why = 1;', ['VideoLost.why']],
    ['bytes', '  bytes remark = 1;', ['VideoLost.remark']],
    ['a choice', '  oneof why {\n    string remark = 1;\n    bool late = 2;\n  }', ['VideoLost.remark']],
    ['a text in a message of its own', '  message Why {string remark = 1;}\n  Why why = 1;', ['VideoLost.Why.remark']],
    [
      'a table of texts',
      '  map<string, string> sentences = 1;',
      ['VideoLost.SentencesEntry.key', 'VideoLost.SentencesEntry.value'],
    ],
  ])('is not %s', async (_what, fields, refused) => {
    expect(await fieldsRefused(fields)).toEqual(refused);
  });

  it('is not a text in the receipt of a deleted account', async () => {
    const fields = "  // A few plain words, as people read them: 'videos'.\n  string what = 1;\n  int64 count = 2;";
    expect(await fieldsRefused(fields, 'ErasedItem')).toEqual(['ErasedItem.what']);
  });

  it('is not a text in a message of another file', async () => {
    const start = 'import "google/protobuf/struct.proto";\nimport "google/protobuf/wrappers.proto";';
    const fields = '  google.protobuf.StringValue remark = 1;\n  google.protobuf.Struct data = 2;';
    expect(await fieldsRefused(fields, 'VideoLost', start)).toEqual(['VideoLost.remark', 'VideoLost.data']);
  });
});

test('the events of all services carry codes and data', async () => {
  const files = readdirSync(join(ROOT, 'proto'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('_events.proto')).length).toBeGreaterThan(4);
  expect(await textsIn(join(ROOT, 'proto'))).toEqual([]);
});
