import type { Question, QuestionId } from '@reelwright/faq';
import { isTypoOf } from './typos.ts';
import { namesOtherTopic, termsOf } from './words.ts';

/** A lower best score is a guess. */
const MIN_MATCH_SCORE = 0.4;
/** A question with a lower score is not suggested. */
const MIN_SUGGESTION_SCORE = 0.15;
/** The least weight of known words in a message: 'video' alone is no question. */
const MIN_KNOWN_WEIGHT = 1.3;
const MAX_SUGGESTIONS = 3;
/** The parts of a score: all words of a question, and its closest phrasing. */
const SHARE_OF_WORDS = 0.6;
const SHARE_OF_CLOSEST = 0.4;
/** Damps repeated words: a word with n uses counts n / (n + this). */
const USES_DAMPING = 0.4;

interface IndexedQuestion {
  readonly question: Question;
  /** The occurrences of each term in the question and its phrasings. */
  readonly counts: ReadonlyMap<string, number>;
  readonly phrasings: readonly ReadonlySet<string>[];
}

export interface Match {
  /** Undefined when no question matches well enough. */
  readonly best: Question | undefined;
  /** The closest questions, closest first. */
  readonly suggestions: readonly Question[];
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
  const indexedQuestions = questions.map((question) => toIndexedQuestion(question, phrasings[question.id]));
  const questionsOfTerm = new Map<string, number>();
  for (const { counts } of indexedQuestions)
    for (const term of counts.keys()) questionsOfTerm.set(term, (questionsOfTerm.get(term) ?? 0) + 1);
  const weightOf = (term: string) => rarity(questionsOfTerm.get(term) ?? 0, indexedQuestions.length);
  const knownTerms = [...questionsOfTerm.keys()];

  function find(message: string): Match {
    const terms = [
      ...new Set(termsOf(message).map((term) => (questionsOfTerm.has(term) ? term : correct(term, knownTerms)))),
    ];
    const rankedQuestions = indexedQuestions
      .map((candidate) => ({ question: candidate.question, score: scoreOf(terms, candidate, weightOf) }))
      .sort((one, other) => other.score - one.score);
    const knownWeight = terms.reduce((sum, term) => sum + (questionsOfTerm.has(term) ? weightOf(term) : 0), 0);
    const first = rankedQuestions[0];
    return {
      best:
        first && first.score >= MIN_MATCH_SCORE && knownWeight >= MIN_KNOWN_WEIGHT && !namesOtherTopic(message)
          ? first.question
          : undefined,
      suggestions: rankedQuestions
        .filter(({ score }) => score >= MIN_SUGGESTION_SCORE)
        .map(({ question }) => question)
        .slice(0, MAX_SUGGESTIONS),
    };
  }

  return { find };
}

function toIndexedQuestion(question: Question, others: readonly string[]): IndexedQuestion {
  const texts = [question.question, ...others].map(termsOf);
  const counts = new Map<string, number>();
  for (const term of texts.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { question, counts, phrasings: texts.map((terms) => new Set(terms)) };
}

const rarity = (holders: number, all: number) => Math.log(1 + (all - holders + 0.5) / (holders + 0.5));

const correct = (term: string, knownTerms: readonly string[]) =>
  knownTerms.find((word) => isTypoOf(term, word)) ?? term;

/** Between 0 and 1, from all words of the question and its closest phrasing. */
function scoreOf(
  terms: readonly string[],
  { counts, phrasings }: IndexedQuestion,
  weightOf: (term: string) => number,
): number {
  const sum = (all: Iterable<string>, share: (term: string) => number) => {
    let total = 0;
    for (const term of all) total += weightOf(term) * share(term);
    return total;
  };
  const totalWeight = sum(terms, () => 1);
  if (totalWeight === 0) return 0;
  const coveredWeight = sum(terms, (term) => {
    const count = counts.get(term) ?? 0;
    return count / (count + USES_DAMPING);
  });
  const closest = Math.max(
    ...phrasings.map((phrasing) => {
      const size = sum(phrasing, () => 1);
      return size === 0 ? 0 : sum(terms, (term) => (phrasing.has(term) ? 1 : 0)) / Math.max(totalWeight, size);
    }),
  );
  return SHARE_OF_WORDS * (coveredWeight / totalWeight) + SHARE_OF_CLOSEST * closest;
}
