import { captionFrom, labelFrom } from './caption-text.ts';

describe('captionFrom', () => {
  it('takes the first sentence', () => {
    expect(captionFrom('Slow mornings with good coffee. Please keep it warm.')).toBe('Slow mornings with good coffee');
  });

  it('prefers a quoted phrase: people quote what they want to read', () => {
    expect(captionFrom('Make it calm and write “Light the evening” on it')).toBe('Light the evening');
  });

  it('leaves no quote mark without its partner', () => {
    const long = 'Bread that we bake at night, so that you have it warm when the rest of the town wakes up';
    const shown = 'Bread that we bake at night, so that you have it warm when the…';
    expect(captionFrom(`Write "${long}" on it`)).toBe(shown);
    expect(captionFrom(`“${long}”`)).toBe(shown);
    expect(captionFrom(`"Warm bread at six. ${long}."`)).toBe('Warm bread at six');
    expect(captionFrom('Our "No" to plastic')).toBeNull();
    expect(captionFrom('The 5" cup')).toBe('The 5 cup');
  });

  it('never shows what was said to be left out', () => {
    expect(captionFrom('Bread from Marlow Bakery. Avoid the word "cheap".')).toBe('Bread from Marlow Bakery');
    expect(captionFrom('Handmade cups from Faenza. Playful & warm. "No tea!"')).toBe('Handmade cups from Faenza');
    expect(captionFrom('Don’t say “sale”')).toBeNull();
  });

  it('drops markup, links, control characters and emoji', () => {
    expect(
      captionFrom('<script>alert(1)</script><b>Hello</b> \u0000\u001b[31mworld 🎉 https://evil.example/x'),
    ).toMatch(/^alert\(1\) Hello 31mworld$/);
    expect(captionFrom('Fresh\u202e bread\u200b daily')).toBe('Fresh bread daily');
  });

  it('shortens ten thousand characters to a line at a word', () => {
    const caption = captionFrom('bread and butter '.repeat(600)) ?? '';
    expect([...caption].length).toBeLessThanOrEqual(64);
    expect(caption.endsWith('…')).toBe(true);
    expect([...(captionFrom('x'.repeat(10_000)) ?? '')].length).toBeLessThanOrEqual(64);
  });

  it('answers quickly to text made to be slow', () => {
    const before = process.threadCpuUsage();
    for (const hostile of ['<'.repeat(10_000), '"'.repeat(10_000), 'a\u0301'.repeat(5_000), '!?. '.repeat(2_500)])
      captionFrom(hostile);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
  });

  it('keeps at most two marks on a letter', () => {
    expect(captionFrom(`Zalgo${'\u0336\u0315\u0322'.repeat(30)} bread`)?.length).toBeLessThan(20);
  });

  it('keeps right-to-left writing and gives up on what cannot be drawn', () => {
    expect(captionFrom('שלום לכולם')).toBe('שלום לכולם');
    expect(captionFrom('مرحبا بكم')).toBe('مرحبا بكم');
    expect(captionFrom('日本語のキャプション')).toBeNull();
    expect(captionFrom('🎉🎉🎉')).toBeNull();
    expect(captionFrom('')).toBeNull();
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
