import {
  type Captions,
  captionProblem,
  captionProblems,
  captionSize,
  type Platform,
  titleProblem,
} from '../src/index.ts';

const post = (
  texts: { title?: string; caption?: string; captions?: Captions },
  platforms: readonly Platform[] | null = ['youtube', 'tiktok'],
) => ({ title: null, caption: null, captions: null, ...texts, platforms });

const ANGLES = "YouTube doesn't take < and > in a title.";
const CAPTION_ANGLES = "YouTube doesn't take < and > in a caption.";
const FIRST_LINE = "The first line is YouTube's title: 100 characters at most.";

it('YouTube takes no title with < or >, and none over 100 UTF-16 units', () => {
  expect(titleProblem(post({ title: 'I <3 dogs' }))).toBe(ANGLES);
  expect(titleProblem(post({ title: 'I <3 dogs' }, null))).toBe(ANGLES);
  expect(titleProblem(post({ title: '🎬'.repeat(51) }))).toBe(
    'YouTube counts an emoji as two characters or more: 100 at most in a title.',
  );
  expect(titleProblem(post({ title: '🎬'.repeat(50) }))).toBeNull();
  expect(titleProblem(post({}))).toBeNull();
});

it('YouTube takes no caption with < or >, and as a title no first line over 100 UTF-16 units', () => {
  expect(captionProblem('youtube', 'a\n<b>', null)).toBe(CAPTION_ANGLES);
  const caption = `${'x'.repeat(101)}\nmore`;
  expect(captionProblem('youtube', caption, null)).toBe(FIRST_LINE);
  expect(captionProblem('youtube', caption, 'Ours')).toBeNull();
  expect(captionProblem('youtube', caption.slice(1), null)).toBeNull();
});

it.each<[Platform, string, string]>([
  ['tiktok', 'a'.repeat(2_200), 'TikTok takes 2,200 characters at most; these are 2,201.'],
  ['instagram', 'a'.repeat(2_200), 'Instagram takes 2,200 characters at most; these are 2,201.'],
  ['facebook', 'a'.repeat(5_000), 'Facebook takes 5,000 characters at most; these are 5,001.'],
  ['youtube', `t\n${'è'.repeat(2_499)}`, 'YouTube takes 5,000 bytes at most; these are 5,001.'],
])('%s takes a text of its limit, and none that is longer by one', (platform, longest, problem) => {
  expect(captionProblem(platform, longest, null)).toBeNull();
  expect(captionProblem(platform, `${longest}a`, null)).toBe(problem);
  expect(captionSize(platform, `${longest}a`)).toBe(captionSize(platform, longest) + 1);
});

it('an emoji counts as two characters on TikTok and as four bytes on YouTube', () => {
  expect([captionSize('tiktok', '🎬'), captionSize('youtube', '🎬')]).toEqual([2, 4]);
});

it('Instagram takes 5 hashtags and 20 mentions at most', () => {
  const tags = (many: number, sign: string) => Array.from({ length: many }, (_, at) => `${sign}tag${at}`).join(' ');
  expect(captionProblem('instagram', tags(5, '#'), null)).toBeNull();
  expect(captionProblem('instagram', tags(6, '#'), null)).toBe('Instagram takes 5 hashtags at most; these are 6.');
  expect(captionProblem('instagram', `${tags(20, '@')} a # b`, null)).toBeNull();
  expect(captionProblem('instagram', tags(21, '@'), null)).toBe('Instagram takes 20 mentions at most; these are 21.');
  expect(captionProblem('tiktok', tags(31, '#'), null)).toBeNull();
});

it('other platforms take both', () => {
  const texts = post({ title: `<${'🎬'.repeat(99)}`, caption: '>'.repeat(200) }, ['tiktok', 'facebook', 'instagram']);
  expect([titleProblem(texts), captionProblems(texts)]).toEqual([null, {}]);
});

it('each platform is asked about its own text, else about the one for all, where the post goes', () => {
  const own = { youtube: 'y', instagram: 'x'.repeat(2_201) };
  const problems = { instagram: 'Instagram takes 2,200 characters at most; these are 2,201.' };
  expect(captionProblems(post({ caption: '<b>', captions: own }, null))).toEqual(problems);
  expect(captionProblems(post({ caption: '<b>', captions: own }, ['tiktok', 'youtube']))).toEqual({});
  expect(captionProblems(post({ caption: '<b>' }, null))).toEqual({ youtube: CAPTION_ANGLES });
  expect(captionProblems(post({}, null))).toEqual({});
});
