export { phrasings } from './phrasings.ts';
export { type Question, type QuestionId, questions } from './questions.ts';
