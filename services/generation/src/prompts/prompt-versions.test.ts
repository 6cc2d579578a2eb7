import { createHash } from 'node:crypto';
import { type Style, styles } from '@reelwright/product';
import { chooseVariant } from './choose-variant.ts';
import { OMNI_WORDING, omniPromptFor } from './omni-prompt.ts';
import { templates } from './templates.ts';
import { VEO_WORDING, veoPromptFor } from './veo-prompt.ts';

/**
 * The digest of each version's text. The version is stored with every rendition, so it must always mean the same text.
 * When a test here fails after you changed a text, increment the version it names, add the digest it shows as a new
 * line, and keep the old lines.
 */
const known: Readonly<Record<Style | 'veo' | 'omni', Readonly<Record<number, string>>>> = {
  v1: { 1: '5c28460b34cfd61a' },
  v2: { 1: 'cfe0c7d7ab646781' },
  v3: { 1: '5315b5233544a40d' },
  v4: { 1: 'd2ee6c843856d719' },
  v5: { 1: '3054aa80bb7d3d4e' },
  v6: { 1: 'a543fbda99b7acb9' },
  v7: { 1: '86b68a7f9c2f4d35' },
  v8: { 1: 'b6f9170a5dd3c3f3' },
  veo: { 1: '3fd0256bcc5fd779' },
  omni: { 1: 'ba3f6e229eebaff1' },
};

const digestOf = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

function requireKnown(name: keyof typeof known, version: number, raise: string, words: unknown): void {
  const digest = digestOf(words);
  if (known[name][version] === digest) return;
  throw new Error(
    `The words of ${name} are not those of version ${version}. Raise ${raise}, and add the new version with the digest '${digest}' to 'known' in this file.`,
  );
}

it.each(styles)('the text of the template %s changes only with its version', (style) => {
  const { version, ...words } = templates[style];
  requireKnown(style, version, "'version' in its file under styles/", words);
});

/** The version also covers the choice of the variant for a rendition. */
const choices = [0, 1, 2].map((variation) => {
  const places = ['here', 'there', 'elsewhere'];
  const template = { ...templates.v1, settings: places, angles: places, palettes: places, weathers: places };
  return chooseVariant(template, { videoId: 'b4f0', variation, style: 'v1' });
});

/** The text around the templates, without the text of the templates. */
function wordingOf(promptOf: (style: Style, includeAudio: boolean, typed: boolean) => string): string[] {
  return (['v1', 'v6'] as const).flatMap((style) =>
    [true, false].flatMap((audio) =>
      [true, false].map((typed) => withoutTemplate(promptOf(style, audio, typed), style)),
    ),
  );
}

function withoutTemplate(prompt: string, style: Style): string {
  const { version: _version, unwanted, ...words } = templates[style];
  const own = [
    unwanted.join(', '),
    ...Object.values(words).flatMap((part) => (typeof part === 'object' ? Object.values(part) : part)),
  ];
  const written = own
    .map(String)
    .flatMap((part) => [part, part.toLowerCase(), part.charAt(0).toUpperCase() + part.slice(1)]);
  const longestFirst = written.sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, part) => rest.replaceAll(part, '…'), prompt);
}

const rendition = (videoType: Style, includeAudio: boolean, typed: boolean) => ({
  videoId: 'b4f0',
  variation: 2,
  request: {
    videoType,
    includeAudio,
    notes: typed ? 'Come by "on Sunday". Fresh bowls from the kiln!' : '',
    brand: typed
      ? { name: 'Bella', occupation: 'potter', feel: 'calm', colours: ['#0a7f80', '#e07a5f', '#f4f1de', '#111111'] }
      : null,
  },
});

it('the text around the templates changes for Veo only with VEO_WORDING', () => {
  const words = wordingOf((...wanted) => {
    const { prompt, negativePrompt } = veoPromptFor(rendition(...wanted));
    return `${prompt}\n${negativePrompt}`;
  });
  requireKnown('veo', VEO_WORDING, 'VEO_WORDING', { words, choices });
});

it('the text around the templates changes for Omni only with OMNI_WORDING', () => {
  const words = wordingOf((...wanted) => omniPromptFor(rendition(...wanted)).input);
  requireKnown('omni', OMNI_WORDING, 'OMNI_WORDING', { words, choices });
});

it('a prompt’s version names the style, the template and the wording', () => {
  expect(veoPromptFor(rendition('v3', true, true)).version).toBe(`v3.${templates.v3.version}/veo.${VEO_WORDING}`);
  expect(omniPromptFor(rendition('v3', true, true)).version).toBe(`v3.${templates.v3.version}/omni.${OMNI_WORDING}`);
});
