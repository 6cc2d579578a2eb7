import { platforms, styles, tiers } from '@reelwright/product';
import { restatedSets } from '../src/closed-sets.ts';

const quoted = (names: readonly string[], between: string) => names.map((name) => `'${name}'`).join(between);
const SOURCE = 'services/drive/src/uploads/upload.ts';
const TEST = 'services/drive/test/upload.service.test.ts';

it.each([
  ['an array', `const order = [${quoted(platforms, ', ')}];`],
  ['a part of an array', "const order = ['google', 'tiktok', 'facebook'];"],
  ['a list of names', "const order = ['TikTok', 'YouTube'];"],
  ['a table of names', "const titles = { tiktok: 'TikTok', youtube: 'YouTube' };"],
  ['a union', "type Chosen = 'v1' | 'v2';"],
  ['a union over several lines', "type Chosen =\n  | 'v1'\n  | 'v2';"],
  ['a schema', "Type.Union([Type.Literal('tiktok'), Type.Literal('youtube')])"],
  ['SQL', "sql`where platform in ('tiktok', 'youtube')`"],
  ['a comment of proto', '// tiktok | youtube | facebook | instagram'],
  ['an array with comments', `const order = [${quoted(platforms, ', // next\n  ')}];`],
  ['an array with a comment within a line', "const order = [/* first */ 'tiktok' /* then */, 'youtube'];"],
  ['a union with comments', "type Chosen = // one\n  'v1' /* or */ | 'v2';"],
  ['an array of templates', 'const order = [`tiktok`, `youtube`];'],
  ['the keys of an object', 'const order = Object.keys({ tiktok: 1, youtube: 2 });'],
  ['a text that is split', "const order = 'tiktok youtube'.split(' ');"],
  ['a text with commas that is split', "const order = 'tiktok,youtube'.split(',');"],
  ['a table with comments', "const titles = {\n  tiktok: 'TikTok', // first\n  youtube: 'YouTube',\n};"],
  ['comparisons', "const posts = at === 'tiktok' || at === 'youtube' || at === 'facebook';"],
  ['the list of all tiers', `const order = [${quoted(tiers, ', ')}];`],
])('%s is found in product code', (_, text) => {
  expect(restatedSets(SOURCE, `import 'x';\n${text}`)).toEqual([
    expect.stringMatching(/^services.*upload\.ts:[23]: lists /),
  ]);
});

it.each([
  ['the list itself', 'libs/product/src/platforms.ts', `[${quoted(platforms, ', ')}]`],
  ['a migration', 'services/drive/migrations/0001-create.ts', `in (${quoted(platforms, ', ')})`],
  ['a selection that the compiler checks', SOURCE, "const shown = ['v1', 'v2'] satisfies Style[];"],
  ['a list of such selections', SOURCE, "const shown = [\n  ['v1', 'v2'],\n  ['v3', 'v4'],\n] satisfies Style[][];"],
  ['a part of a union', SOURCE, "type Chosen = Extract<Platform, 'tiktok' | 'facebook'>;"],
  [
    'a table of something else',
    SOURCE,
    "const provider = { tiktok: 'tiktok', youtube: 'google', facebook: 'facebook' };",
  ],
  ['prose', SOURCE, '/** TikTok, YouTube and Facebook. */'],
  ['arguments', SOURCE, "post('tiktok', 'youtube');"],
  ['another text that is split', SOURCE, "const words = 'tiktok and others'.split(' ');"],
  ['a part of the tiers', SOURCE, "const sold = ['starter', 'pro'];"],
  ['a selection in a test', TEST, "const chosen = ['tiktok', 'youtube'];"],
])('%s is not', (_, path, text) => {
  expect(restatedSets(path, text)).toEqual([]);
});

it('a whole list is found in a test, too', () => {
  expect(restatedSets(TEST, `for (const style of [${quoted(styles, ', ')}]) {}`)).toHaveLength(1);
});
