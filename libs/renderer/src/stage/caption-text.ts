/** Longest caption, in characters people see. */
const LONGEST = 64;

/** Scripts the bundled typefaces can draw; anything else would come out as boxes. */
const DRAWABLE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}]/u;
const PLAIN_SIGNS = /[\p{Nd}\s.,;:!?'"’‘“”…\-–—&%+#@/()€$£°·]/u;

/** Characters without a width: between the letters of a word they part nothing. */
const JOINERS = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
const SPELT_WITH_JOINERS = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** A sentence that says what is not wanted is no caption, and least of all what it quotes. */
const REFUSES =
  /\b(avoid|don['’]?t|do not|never|without|no|not|evita|senza|niente|non|kein\w*|ohne|nicht|sin|sans|pas)\b/i;

/**
 * A short caption out of whatever a person typed: the first quoted phrase, else the first sentence, passing
 * over sentences that say what to leave out. Markup, links, control and
 * direction characters, emoji and scripts without a bundled typeface are dropped. Null when nothing worth showing is left.
 */
export function captionFrom(typed: string): string | null {
  // A short caption cannot come from far down; reading less keeps a hostile wall of text cheap.
  const start = typed.slice(0, 2_000).normalize('NFC');
  const plain = start
    .replace(/<[^<>]{0,300}>/g, ' ')
    .replace(/\bhttps?:\/\/\S+/gi, ' ')
    .replace(/[`*_~|\\{}[\]<>^=]/g, ' ');
  const sentences = plain.split(/(?<=[.!?]["”»]?)\s|[\n\r;]/).filter((sentence) => !REFUSES.test(sentence));
  const quoted = sentences.map((sentence) => /["“«]([^"“”«»\n]{3,})["”»]/.exec(sentence)?.[1]);
  for (const candidate of [...quoted, ...sentences.map((sentence) => sentence.replace(/[.!?]+\s*$/, ''))]) {
    const caption = candidate === undefined ? null : cleaned(candidate);
    if (caption) return caption;
  }
  return null;
}

/** A name or a trade: as `captionFrom`, without looking for sentences. */
export function labelFrom(typed: string, longest = 32): string | null {
  const label = cleaned(
    typed
      .slice(0, 400)
      .normalize('NFC')
      .replace(/<[^<>]{0,300}>/g, ' ')
      .replace(/[`*_~|\\{}[\]<>^=]/g, ' '),
  );
  return label && shortened(label, longest);
}

function cleaned(text: string): string | null {
  let kept = '';
  let lost = 0;
  let letters = 0;
  let marks = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) {
      // Vowel signs belong to their letter, but towers of marks do not.
      if (letters > 0 && marks < 2 && (DRAWABLE.test(character) || /\p{Script=Inherited}/u.test(character)))
        kept += character;
      marks++;
    } else if (DRAWABLE.test(character)) {
      kept += character;
      letters++;
      marks = 0;
    } else if (JOINERS.test(character)) {
      // Persian and Hindi spell with the joiners; everywhere else they are nothing, not even a space.
      if (character < '\u200e' && character > '\u200b' && SPELT_WITH_JOINERS.test(kept.at(-1) ?? '')) kept += character;
    } else if (PLAIN_SIGNS.test(character)) {
      kept += character;
    } else {
      if (/\p{L}/u.test(character)) lost++;
      kept += ' ';
    }
  }
  const tidy = kept.replace(/\s+/g, ' ').replace(/^[\s.,;:!?\-–—&%+#@/)·]+|[\s,;:\-–—&+#@/(·]+$/g, '');
  if (letters < 3 || lost > letters) return null;
  return withoutLoneQuotes(shortened(tidy, LONGEST));
}

/** Where shortening or the end of a sentence took one quote mark of a pair, the other goes too. */
function withoutLoneQuotes(text: string): string {
  const count = text.match(/["“”«»]/g)?.length ?? 0;
  return count % 2 === 0 ? text : text.replace(/["“”«»]/g, '');
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

function shortened(text: string, longest: number): string {
  const characters = [...letters.segment(text)].map(({ segment }) => segment);
  if (characters.length <= longest) return text;
  const cut = characters.slice(0, longest - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > longest * 0.5 ? cut.slice(0, space) : cut).replace(/[\s,;:\-–—]+$/, '')}…`;
}

export function isRightToLeft(text: string): boolean {
  const first = /[\p{L}]/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(first);
}
