export { cutText, perCharacter } from './cut-text.ts';
export { labelFrom, phraseFrom } from './phrase.ts';
