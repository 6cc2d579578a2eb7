import { requireNamesOnce } from '../src/index.ts';

const doubled = (json: string) => {
  try {
    requireNamesOnce(json);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('a name', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '{"a":1,"b":1}',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1},["a","a"]]',
    '{"a":"a","b":["b","b",{"b":1}],"c":"\\"c\\":1,"}',
    '{"a\\\\":1,"a":1}',
    '{"":1,"a":""}',
  ])('is unique in its object: %s', (json) => {
    expect(doubled(json)).toBe('');
  });

  it.each([
    ['{"a":1,"a":1}', 'The field a comes twice.'],
    ['{"a":1,"\\u0061":2}', 'The field a comes twice.'],
    ['{"a":{"x":1},"b":[{"c":1,"d":{},"c":2}]}', 'The field c comes twice.'],
    ['{"a":[],"b":"}","a":[]}', 'The field a comes twice.'],
    [' {\n"a" : [1,{"z":2}] ,\t"a" : 2 } ', 'The field a comes twice.'],
    ['{"":1,"":2}', 'A field comes twice.'],
    ['{"rw_live_key of mine":1,"rw_live_key of mine":2}', 'A field comes twice.'],
  ])('that comes twice is found: %s', (json, message) => {
    expect(doubled(json)).toBe(message);
  });

  it('is searched without recursion and quickly, however the body is built', () => {
    const before = process.threadCpuUsage();
    for (const json of [
      `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
      '['.repeat(500_000),
      `[${'{"a":1},'.repeat(120_000)}1]`,
      `"${'\\"'.repeat(500_000)}"`,
      `{${Array.from({ length: 100_000 }, (_, index) => `"f${index}":1`).join(',')}}`,
    ]) {
      expect(doubled(json)).toBe('');
    }
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});
