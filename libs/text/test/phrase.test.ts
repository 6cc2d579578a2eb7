import { labelFrom, phraseFrom } from '../src/index.ts';

describe('phraseFrom', () => {
  it('takes the first sentence', () => {
    expect(phraseFrom('Slow mornings with good coffee. Please keep it warm.')).toBe('Slow mornings with good coffee');
  });

  it('prefers a quoted phrase: people quote what they want to read', () => {
    expect(phraseFrom('Make it calm and write “Light the evening” on it')).toBe('Light the evening');
  });

  it('leaves no quote mark without its partner', () => {
    const long = 'Bread that we bake at night, so that you have it warm when the rest of the town wakes up';
    const shortened = 'Bread that we bake at night, so that you have it warm when the…';
    expect(phraseFrom(`Write "${long}" on it`)).toBe(shortened);
    expect(phraseFrom(`“${long}”`)).toBe(shortened);
    expect(phraseFrom(`"Warm bread at six. ${long}."`)).toBe('Warm bread at six');
    expect(phraseFrom('Our "No" to plastic')).toBeNull();
    expect(phraseFrom('The 5" cup')).toBe('The 5 cup');
  });

  it('never shows what the user asked to leave out', () => {
    expect(phraseFrom('Bread from Marlow Bakery. Avoid the word "cheap".')).toBe('Bread from Marlow Bakery');
    expect(phraseFrom('Handmade cups from Faenza. Playful & warm. "No tea!"')).toBe('Handmade cups from Faenza');
    expect(phraseFrom('Don’t say “sale”')).toBeNull();
  });

  it('drops markup, links, control characters and emoji', () => {
    expect(phraseFrom('<script>alert(1)</script><b>Hello</b> \u0000\u001b[31mworld 🎉 https://evil.example/x')).toMatch(
      /^alert\(1\) Hello 31mworld$/,
    );
    expect(phraseFrom('Fresh\u202e bread\u200b daily')).toBe('Fresh bread daily');
  });

  it('shortens ten thousand characters to a line at a word', () => {
    const caption = phraseFrom('bread and butter '.repeat(600)) ?? '';
    expect([...caption].length).toBeLessThanOrEqual(64);
    expect(caption.endsWith('…')).toBe(true);
    expect([...(phraseFrom('x'.repeat(10_000)) ?? '')].length).toBeLessThanOrEqual(64);
  });

  it('returns quickly for text made to be slow', () => {
    const before = process.threadCpuUsage();
    for (const hostile of ['<'.repeat(10_000), '"'.repeat(10_000), 'a\u0301'.repeat(5_000), '!?. '.repeat(2_500)])
      phraseFrom(hostile);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
  });

  it('keeps at most two marks on a letter', () => {
    expect(phraseFrom(`Zalgo${'\u0336\u0315\u0322'.repeat(30)} bread`)?.length).toBeLessThan(20);
  });

  it('keeps right-to-left writing and returns null for what cannot be drawn', () => {
    expect(phraseFrom('שלום לכולם')).toBe('שלום לכולם');
    expect(phraseFrom('مرحبا بكم')).toBe('مرحبا بكم');
    expect(phraseFrom('日本語のキャプション')).toBeNull();
    expect(phraseFrom('🎉🎉🎉')).toBeNull();
    expect(phraseFrom('')).toBeNull();
  });
});

describe('labelFrom', () => {
  it('keeps a name whole, dots and all, and shortens a long one', () => {
    expect(labelFrom('St. Ives & Sons')).toBe('St. Ives & Sons');
    expect([...(labelFrom('word '.repeat(100)) ?? '')].length).toBeLessThanOrEqual(32);
  });

  it('never cuts through a letter, however many characters it is written with', () => {
    const label = labelFrom('कि'.repeat(60)) ?? '';
    expect(label).toBe(`${'कि'.repeat(31)}…`);
  });
});
