import { textLimits } from '../../lib/generated/text-limits.ts';
import { lengthOf, lengthProblem } from '../../lib/text-length.ts';
import type { Brand } from './api.ts';

const limits = textLimits['POST /api/video-configurations'];

export const MOST_NOTES = limits.notes;

/** Per field, the error text for a value that the server would refuse as too long. */
export const textProblems = (notes: string, brand: Brand) => ({
  notes: lengthProblem(lengthOf(notes), MOST_NOTES),
  name: lengthProblem(lengthOf(brand.name), limits['brand.name']),
  occupation: lengthProblem(lengthOf(brand.occupation), limits['brand.occupation']),
  feel: lengthProblem(lengthOf(brand.feel), limits['brand.feel']),
});

/** Emoji, flags and symbols with an emoji form, but not © ® ™ and digits. */
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\ufe0f/u;
/** A brand name with fewer letters is not drawn at the end of a video. */
const LEAST_LETTERS = 3;

const emojiHint = 'Emoji are not drawn in the video.';

export const notesHint = (notes: string) => (emoji.test(notes) ? emojiHint : null);

/** A hint about emoji in the brand's texts. `shown`: what the end of the video would show of the text. */
export function endingHint(text: string, shown: string): string | null {
  if (!emoji.test(text)) return null;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters < LEAST_LETTERS
    ? `Emoji are not drawn in the video: it will not show ${shown} at its end.`
    : emojiHint;
}
