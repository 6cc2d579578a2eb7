export { cutText, perCharacter } from './cut-text.ts';
export { isBlank } from './is-blank.ts';
export { labelFrom, phraseFrom } from './phrase.ts';
