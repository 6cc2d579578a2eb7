import { captionProblems, platforms, postedCaptions, styles } from '../src/index.ts';

const ADA = { name: 'Ada', occupation: 'baker' };
const NOBODY = { name: '', occupation: '' };

it("the suggested texts have one sentence, and each platform's own ending", () => {
  expect(postedCaptions('v7', ADA)).toEqual({
    tiktok: 'Fantasy Food ASMR by Ada, baker\n\n#foodasmr #asmr #fantasyfood',
    youtube: 'Fantasy Food ASMR by Ada, baker\n\n#foodasmr #asmr #fantasyfood #shorts',
    facebook: 'Fantasy Food ASMR by Ada, baker',
    instagram: 'Fantasy Food ASMR by Ada, baker\n\n#foodasmr #asmr #fantasyfood #reels',
  });
  expect(postedCaptions('v1', NOBODY).facebook).toBe("Glass Squish: today's reel");
  expect(postedCaptions('v1', { name: '', occupation: 'baker' }).facebook).toBe('Glass Squish by baker');
});

it('every platform takes the suggested texts of every style, whatever the brand is called', () => {
  const brands = [
    NOBODY,
    ADA,
    { name: `<${'🌻'.repeat(79)}>`, occupation: '👩‍👩‍👧'.repeat(40) },
    { name: '#1 #bread #a #b', occupation: '@a'.repeat(30) },
  ];
  for (const style of styles) {
    for (const brand of brands) {
      const captions = postedCaptions(style, brand);
      expect(captionProblems({ title: null, caption: null, captions, platforms: null })).toEqual({});
      expect(platforms.every((platform) => captions[platform].isWellFormed())).toBe(true);
    }
  }
});

it('a brand may name itself with a hashtag or a mention, as long as Instagram takes the text', () => {
  const brand = (name: string) => postedCaptions('v1', { name, occupation: '' }).facebook;
  expect(brand('#1 @ada')).toBe('Glass Squish by #1 @ada');
  expect(brand('#1 #bread')).toBe('Glass Squish by 1 bread');
});

it('a text of a platform comes before the one for all, and that before the suggested one', () => {
  const own = { caption: 'Ours', captions: { tiktok: 'For TikTok' } };
  expect(postedCaptions('v1', ADA, own)).toEqual({
    tiktok: 'For TikTok',
    youtube: 'Ours',
    facebook: 'Ours',
    instagram: 'Ours',
  });
  const { tiktok, facebook } = postedCaptions('v1', ADA, { ...own, caption: null });
  expect([tiktok, facebook]).toEqual(['For TikTok', 'Glass Squish by Ada, baker']);
});

it('a style that is unknown has no suggested text', () => {
  expect(Object.values(postedCaptions('v0', ADA))).toEqual(['', '', '', '']);
});
