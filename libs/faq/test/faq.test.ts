import { phrasings, type QuestionId, questions } from '../src/index.ts';

describe('the questions', () => {
  it('are questions, with answers of one paragraph in plain text', () => {
    for (const { question, answer } of questions) {
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(answer).toMatch(/\.$/);
      expect(answer).not.toMatch(/[<>\n*_`]/);
      expect(answer.length).toBeLessThan(260);
    }
  });

  it('name the three platforms, the duration and what happens at the monthly limit', () => {
    const answerOf = (id: QuestionId) => questions.find((question) => question.id === id)?.answer ?? '';
    expect(answerOf('platforms')).toMatch(/^TikTok, YouTube and Facebook\./);
    expect(answerOf('generation-time')).toContain('2–5 minutes');
    expect(answerOf('monthly-limit')).toContain('wait for the next cycle or upgrade');
  });

  it('have at least ten other phrasings each, and no phrasing belongs to two of them', () => {
    const all = questions.flatMap(({ id, question }) => {
      expect(phrasings[id].length).toBeGreaterThanOrEqual(10);
      return [question, ...phrasings[id]].map((text) => text.toLowerCase());
    });
    expect(new Set(all).size).toBe(all.length);
  });
});
