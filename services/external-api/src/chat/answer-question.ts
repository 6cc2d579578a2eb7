import { phrasings, questions } from '@reelwright/faq';
import { createFaqIndex } from './faq-index.ts';
import { wordsOf } from './words.ts';

export interface Reply {
  readonly reply: string;
  /** Similar questions. */
  readonly suggestions: string[];
}

const index = createFaqIndex(questions, phrasings);

const GREETINGS = new Set(
  'hi hello hey hiya good morning afternoon evening day greetings there dear how are you'.split(' '),
);
const THANKS = new Set(
  'thanks thank you thx ty so much very a lot cheers great perfect awesome ok okay cool'.split(' '),
);

/**
 * Answers from the FAQ; the same message always gets the same reply. It never guesses: an unknown question is declined.
 */
export function answerQuestion(message: string, supportEmail: string | undefined): Reply {
  const words = wordsOf(message);
  if (isOnly(words, THANKS, /^(thanks|thank|thx|ty|cheers)$/)) {
    return { reply: 'You’re welcome! Ask me anything else about Reelwright.', suggestions: [] };
  }
  if (isOnly(words, GREETINGS, /^(hi|hello|hey|hiya|good|greetings)$/)) {
    return { reply: 'Hello! What would you like to know about Reelwright?', suggestions: [] };
  }
  const { best, suggestions } = index.find(message);
  if (best) return { reply: best.answer, suggestions: [] };
  const support = supportEmail ? ` Our support team does: ${supportEmail}` : ' Our support team can help.';
  return { reply: `I don’t know that one.${support}`, suggestions: suggestions.map(({ question }) => question) };
}

const isOnly = (words: readonly string[], allowed: ReadonlySet<string>, sign: RegExp) =>
  words.some((word) => sign.test(word)) && words.every((word) => allowed.has(word));
