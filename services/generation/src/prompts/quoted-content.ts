import { cutText } from '@reelwright/text';

/** Longer texts are cut before they are cleaned, because cleaning a very long text is slow. */
const MAX_CHARACTERS = 4_000;

/**
 * Sentences that address the model. The list is never complete; the quotes and the rules after them contain the rest.
 */
const INSTRUCTIONS = [
  /\b(ignore|disregard|forget|override|bypass)\b[^.!?]{0,80}\b(instructions?|prompts?|rules?|guidelines?|restrictions?|everything (above|before)|all of the above)\b/i,
  /\b(system|developer) ?(prompt|message|instruction)s?\b/i,
  /\byou are (now|no longer)\b/i,
  /\b(as|being) an? (ai|language model|assistant)\b/i,
  /\bnew instructions?\b/i,
  /^\P{L}*(system|assistant|developer|user)\s*:/iu,
];

/** Studios whose name makes a model reject a prompt. A word for the look replaces them. */
const STUDIOS =
  /\b(?:walt disney|disney|pixar|dreamworks|studio ghibli|ghibli|aardman)\b(?:'s\b)?(?: (?:studios?|animation)\b)?/gi;

/** A user's text without the sentences that instruct the model. */
export function withoutInstructions(text: string): string {
  return cutText(text, MAX_CHARACTERS)
    .toWellFormed()
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .split(/(?<=[.!?。！？])\s+|[\n\r;\u2028\u2029]+/u)
    .filter((sentence) => !INSTRUCTIONS.some((instruction) => instruction.test(sentence)))
    .join(' ');
}

/**
 * A user's text for use between quotes in a prompt: one line without mark-up, addresses, control and direction
 * characters or quotes that could end the quotation, cut at a word to about `tokens` tokens.
 */
export function quotedContent(text: string, tokens: number): string {
  const line = withoutInstructions(text)
    .replaceAll(/<[^<>]{0,300}>/g, ' ')
    .replaceAll(/\b(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replaceAll(/["\p{Pi}\p{Pf}„‚「」『』]/gu, "'")
    .replaceAll(/[\p{Cc}\p{Z}`*_~|\\{}[\]<>^=#]+/gu, ' ')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .replaceAll(STUDIOS, 'animation')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/^[\s.,;:]+|[\s.,;:]+$/g, '');
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(line) ? cutToTokens(line, tokens) : '';
}

/** A high estimate of a text's tokens; for English words about twice the real number. */
export function estimateTokens(text: string): number {
  return Math.ceil(sumOfTokens(text));
}

function sumOfTokens(text: string): number {
  let sum = 0;
  for (const character of text) sum += tokensOf(character);
  return sum;
}

function tokensOf(character: string): number {
  if (/[a-z]/i.test(character)) return 0.4;
  if (character === ' ') return 0.1;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 0.8;
  return code < 0x1_00_00 ? 1.5 : 3;
}

function cutToTokens(line: string, tokens: number): string {
  const shortened = cutText(line, tokens, sumOfTokens);
  if (shortened === line) return line;
  const space = shortened.lastIndexOf(' ');
  return (space > shortened.length / 2 ? shortened.slice(0, space) : shortened).trimEnd();
}
