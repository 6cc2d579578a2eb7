import type { Question, QuestionId } from '@reelwright/faq';
import { isTypoOf } from './typos.ts';
import { namesOtherTopic, termsOf } from './words.ts';

/** A lower best score is a guess. */
const SURE = 0.4;
/** A question with a lower score is not suggested. */
const NEAR = 0.15;
/** The least weight of known words in a message: 'video' alone is no question. */
const LEAST_SAID = 1.3;
const MOST_SUGGESTIONS = 3;
/** The parts of a score: all words of a question, and its closest phrasing. */
const SHARE_OF_WORDS = 0.6;
const SHARE_OF_CLOSEST = 0.4;
/** Damps repeated words: a word with n uses counts n / (n + this). */
const ENOUGH_USES = 0.4;

interface Asked {
  readonly question: Question;
  /** The occurrences of each term in the question and its phrasings. */
  readonly counts: ReadonlyMap<string, number>;
  readonly phrasings: readonly ReadonlySet<string>[];
}

export interface Match {
  /** Undefined when no question matches well enough. */
  readonly best: Question | undefined;
  /** The closest questions, closest first. */
  readonly near: readonly Question[];
}

export interface FaqIndex {
  find(message: string): Match;
}

/**
 * Finds the question that a message asks. Rare words count more, and unknown words lower every score, so that another
 * topic is declined even if it shares a word or two.
 */
export function createFaqIndex(
  questions: readonly Question[],
  phrasings: Readonly<Record<QuestionId, readonly string[]>>,
): FaqIndex {
  const asked = questions.map((question) => toAsked(question, phrasings[question.id]));
  const spread = new Map<string, number>();
  for (const { counts } of asked) for (const term of counts.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const weightOf = (term: string) => rarity(spread.get(term) ?? 0, asked.length);
  const known = [...spread.keys()];

  function find(message: string): Match {
    const terms = [...new Set(termsOf(message).map((term) => (spread.has(term) ? term : correct(term, known))))];
    const ranked = asked
      .map((candidate) => ({ question: candidate.question, score: scoreOf(terms, candidate, weightOf) }))
      .sort((one, other) => other.score - one.score);
    const knownWeight = terms.reduce((sum, term) => sum + (spread.has(term) ? weightOf(term) : 0), 0);
    const first = ranked[0];
    return {
      best:
        first && first.score >= SURE && knownWeight >= LEAST_SAID && !namesOtherTopic(message)
          ? first.question
          : undefined,
      near: ranked
        .filter(({ score }) => score >= NEAR)
        .map(({ question }) => question)
        .slice(0, MOST_SUGGESTIONS),
    };
  }

  return { find };
}

function toAsked(question: Question, others: readonly string[]): Asked {
  const texts = [question.question, ...others].map(termsOf);
  const counts = new Map<string, number>();
  for (const term of texts.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { question, counts, phrasings: texts.map((terms) => new Set(terms)) };
}

const rarity = (holders: number, all: number) => Math.log(1 + (all - holders + 0.5) / (holders + 0.5));

const correct = (term: string, known: readonly string[]) => known.find((word) => isTypoOf(term, word)) ?? term;

/** Between 0 and 1, from all words of the question and its closest phrasing. */
function scoreOf(terms: readonly string[], { counts, phrasings }: Asked, weightOf: (term: string) => number): number {
  const sum = (all: Iterable<string>, share: (term: string) => number) => {
    let total = 0;
    for (const term of all) total += weightOf(term) * share(term);
    return total;
  };
  const whole = sum(terms, () => 1);
  if (whole === 0) return 0;
  const covered = sum(terms, (term) => {
    const count = counts.get(term) ?? 0;
    return count / (count + ENOUGH_USES);
  });
  const closest = Math.max(
    ...phrasings.map((phrasing) => {
      const size = sum(phrasing, () => 1);
      return size === 0 ? 0 : sum(terms, (term) => (phrasing.has(term) ? 1 : 0)) / Math.max(whole, size);
    }),
  );
  return SHARE_OF_WORDS * (covered / whole) + SHARE_OF_CLOSEST * closest;
}
