import { captionProblem, type Platform, titleProblem } from '../src/index.ts';

const post = (
  texts: { title?: string; caption?: string },
  platforms: readonly Platform[] | null = ['youtube', 'tiktok'],
) => ({ title: null, caption: null, ...texts, platforms });

const ANGLES = "YouTube doesn't take < and > in a title.";

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
  expect(captionProblem(post({ caption: 'a\n<b>' }))).toBe("YouTube doesn't take < and > in a caption.");
  const caption = `${'x'.repeat(101)}\nmore`;
  expect(captionProblem(post({ caption }))).toBe("The first line is YouTube's title: 100 characters at most.");
  expect(captionProblem(post({ title: 'Ours', caption }))).toBeNull();
  expect(captionProblem(post({ caption: caption.slice(1) }))).toBeNull();
});

it('other platforms take both', () => {
  const texts = post({ title: `<${'🎬'.repeat(99)}`, caption: '>'.repeat(200) }, ['tiktok', 'facebook', 'instagram']);
  expect([titleProblem(texts), captionProblem(texts)]).toEqual([null, null]);
});
