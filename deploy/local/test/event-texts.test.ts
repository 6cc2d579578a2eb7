import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsInEvents } from '../src/event-texts.ts';

const event = (fields: string, name = 'VideoLost') => `syntax = "proto3";\n\nmessage ${name} {\n${fields}\n}\n`;
const fieldsRefused = (fields: string, name?: string) =>
  textsInEvents('lost_events.proto', event(fields, name)).map((problem) => problem.split(': ')[1]);

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
  ])('is %s', (_what, fields) => {
    expect(fieldsRefused(fields)).toEqual([]);
  });

  it("is a person's own text if its comment says so", () => {
    expect(fieldsRefused("  // Empty without one. A person's own text.\n  string caption = 1;")).toEqual([]);
    expect(fieldsRefused('  string caption = 1;', 'VideoRequested')).toEqual(['VideoRequested.caption']);
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
  ])('is not %s', (_what, fields, refused) => {
    expect(fieldsRefused(fields)).toEqual(refused);
  });

  it('is not a text in the receipt of a deleted account', () => {
    const fields = "  // A few plain words, as people read them: 'videos'.\n  string what = 1;\n  int64 count = 2;";
    expect(fieldsRefused(fields, 'ErasedItem')).toEqual(['ErasedItem.what']);
  });
});

test('the events of all services carry codes and data', () => {
  const folder = join(import.meta.dirname, '../../../proto');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('_events.proto'),
  );
  expect(files.length).toBeGreaterThan(4);
  expect(files.flatMap((name) => textsInEvents(name, readFileSync(join(folder, name), 'utf8')))).toEqual([]);
});
