import { cutText, perCharacter } from './cut-text.ts';

/** The longest phrase, in characters as a reader sees them. */
const LONGEST = 64;

/** The scripts that are kept: the renderer's typefaces draw these, and it can speak them. */
const KEPT_SCRIPTS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}]/u;
const PLAIN_SIGNS = /[\p{Nd}\s.,;:!?'"’‘“”…\-–—&%+#@/()€$£°·]/u;

/** Characters without a width: between the letters of a word they separate nothing. */
const JOINERS = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
const SPELT_WITH_JOINERS = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** A sentence that says what to leave out is skipped, with its quotes. */
const NEGATION =
  /\b(avoid|don['’]?t|do not|never|without|no|not|evita|senza|niente|non|kein\w*|ohne|nicht|sin|sans|pas)\b/i;

/**
 * A short phrase out of what a person typed: the first quoted one, else the first sentence; sentences that say what to
 * leave out are skipped. Markup, links, control and direction characters, emoji and other scripts are dropped.
 * Null when fewer than three letters are left, or less than half of them.
 */
export function phraseFrom(typed: string): string | null {
  // A short phrase is found near the beginning; reading no further keeps a hostile text cheap.
  const start = typed.slice(0, 2_000).normalize('NFC');
  const plain = start
    .replace(/<[^<>]{0,300}>/g, ' ')
    .replace(/\bhttps?:\/\/\S+/gi, ' ')
    .replace(/[`*_~|\\{}[\]<>^=]/g, ' ');
  const sentences = plain.split(/(?<=[.!?]["”»]?)\s|[\n\r;]/).filter((sentence) => !NEGATION.test(sentence));
  const quoted = sentences.map((sentence) => /["“«]([^"“”«»\n]{3,})["”»]/.exec(sentence)?.[1]);
  for (const candidate of [...quoted, ...sentences.map((sentence) => sentence.replace(/[.!?]+\s*$/, ''))]) {
    const phrase = candidate === undefined ? null : clean(candidate);
    if (phrase) return phrase;
  }
  return null;
}

/** A name or a trade: cleaned as by `phraseFrom`, without looking for sentences. */
export function labelFrom(typed: string, longest = 32): string | null {
  const label = clean(
    typed
      .slice(0, 400)
      .normalize('NFC')
      .replace(/<[^<>]{0,300}>/g, ' ')
      .replace(/[`*_~|\\{}[\]<>^=]/g, ' '),
  );
  return label && shorten(label, longest);
}

function clean(input: string): string | null {
  let text = '';
  let droppedLetters = 0;
  let letters = 0;
  let marks = 0;
  for (const character of input) {
    if (/\p{M}/u.test(character)) {
      // Two vowel signs or accents a letter; more are an ornament.
      if (letters > 0 && marks < 2 && (KEPT_SCRIPTS.test(character) || /\p{Script=Inherited}/u.test(character)))
        text += character;
      marks++;
    } else if (KEPT_SCRIPTS.test(character)) {
      text += character;
      letters++;
      marks = 0;
    } else if (JOINERS.test(character)) {
      // Persian and Hindi spell with the joiners; elsewhere they are dropped without a space.
      if (character < '\u200e' && character > '\u200b' && SPELT_WITH_JOINERS.test(text.at(-1) ?? '')) text += character;
    } else if (PLAIN_SIGNS.test(character)) {
      text += character;
    } else {
      if (/\p{L}/u.test(character)) droppedLetters++;
      text += ' ';
    }
  }
  const tidy = text.replace(/\s+/g, ' ').replace(/^[\s.,;:!?\-–—&%+#@/)·]+|[\s,;:\-–—&+#@/(·]+$/g, '');
  if (letters < 3 || droppedLetters > letters) return null;
  return withoutLoneQuotes(shorten(tidy, LONGEST));
}

/** Drops all quote marks where cutting took one of a pair. */
function withoutLoneQuotes(text: string): string {
  const count = text.match(/["“”«»]/g)?.length ?? 0;
  return count % 2 === 0 ? text : text.replace(/["“”«»]/g, '');
}

function shorten(text: string, longest: number): string {
  if (cutText(text, longest, perCharacter) === text) return text;
  const cut = cutText(text, longest - 1, perCharacter);
  const space = cut.lastIndexOf(' ');
  return `${(space > longest * 0.5 ? cut.slice(0, space) : cut).replace(/[\s,;:\-–—]+$/, '')}…`;
}
