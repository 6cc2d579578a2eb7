import { watchAnswers } from './watch-responses.ts';

// For jest's setupFilesAfterEnv: a test fails when an answer does not fit its response schema.
const answers = watchAnswers();
afterAll(answers.stop);
afterEach(() => {
  const differences = answers.take();
  if (differences.length > 0) throw new Error(`An answer does not fit its response schema.\n${differences.join('\n')}`);
});
