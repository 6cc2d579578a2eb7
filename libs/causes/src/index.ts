export { type Cause, type CauseCode, causeCodes, type DataOf, type UnknownCause } from './cause.ts';
export { consentWords, isConsentCause } from './consent.ts';
export type { Words } from './fill.ts';
export { type Language, language } from './language.ts';
export { type CauseData, isCauseCode, postCause, readCause } from './read-cause.ts';
export { en } from './words/en.ts';
export { progressText, type Reader, textFor, wordsFor } from './words-for.ts';
