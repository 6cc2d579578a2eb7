import { describe, expect, it } from '@jest/globals';
import { phrasings, type QuestionId, questions } from '@reelwright/faq';
import { answerQuestion } from '../src/chat/answer-question.ts';
import { namesOtherTopic } from '../src/chat/words.ts';
import { askedQuestions, questionsOutsideFaq } from './asked-questions.ts';

const EMAIL = 'support@reelwright.example';
const answerTo = (id: QuestionId) => questions.find((question) => question.id === id)?.answer;
const ask = (message: string) => answerQuestion(message, EMAIL);

describe('the assistant', () => {
  it.each(questions.map(({ id, question }) => [question, id] as const))('answers “%s”', (question, id) => {
    expect(ask(question)).toEqual({ reply: answerTo(id), suggestions: [] });
  });

  it.each(askedQuestions)('answers about %s when asked “%s”', (id, message) => {
    expect(ask(message).reply).toBe(answerTo(id));
  });

  it('is tested with each FAQ question in at least three wordings that libs/faq does not have', () => {
    for (const { id, question } of questions) {
      const wordsOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9 ]/g, '');
      const known = new Set([question, ...phrasings[id]].map(wordsOf));
      const asked = askedQuestions.filter(([askedId]) => askedId === id).map(([, text]) => wordsOf(text));
      expect(asked.filter((text) => known.has(text))).toEqual([]);
      expect(asked.length).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(questionsOutsideFaq)('declines “%s”', (message) => {
    const { reply, suggestions } = ask(message);
    expect(reply).toBe('I don’t know that one. Our support team does: support@reelwright.example');
    expect(suggestions.length).toBeLessThanOrEqual(3);
    for (const suggestion of suggestions) expect(questions.map(({ question }) => question)).toContain(suggestion);
  });

  it.each(questions.flatMap(({ id, question }) => [question, ...phrasings[id]]))(
    'finds no topic outside the FAQ in “%s”',
    (text) => {
      expect(namesOtherTopic(text)).toBe(false);
    },
  );

  it('suggests similar questions', () => {
    expect(ask('I forgot my password').suggestions[0]).toBe('Is my data secure?');
    expect(ask('What is the capital of France?').suggestions).toEqual([]);
  });

  it('shows no address when none is configured', () => {
    expect(answerQuestion('Tell me a joke', undefined).reply).toBe('I don’t know that one. Our support team can help.');
  });

  it.each(['Hi', 'hello there!', 'Good morning', 'Hey, how are you?'])('greets back: %s', (message) => {
    expect(ask(message).reply).toMatch(/^Hello!/);
  });

  it.each(['Thanks', 'thank you so much!', 'ok thx'])('accepts thanks: %s', (message) => {
    expect(ask(message).reply).toMatch(/^You’re welcome!/);
  });

  it('answers a question that begins with a greeting', () => {
    expect(ask('Hi, can I cancel at any time?').reply).toBe(answerTo('cancelling'));
  });

  it.each([
    ['one long word', 'a'.repeat(200)],
    ['a hundred words', 'a b '.repeat(50)],
    ['a repeated word', 'videos '.repeat(28)],
    ['combining marks', '\u0301'.repeat(4_000)],
    ['many typos', 'qualiti platfrom '.repeat(12).slice(0, 200)],
  ])('is fast with %s', (_name, message) => {
    const before = process.threadCpuUsage();
    for (let round = 0; round < 20; round += 1) ask(message);
    expect(process.threadCpuUsage(before).user / 1_000 / 20).toBeLessThan(25);
  });
});
