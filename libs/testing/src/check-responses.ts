import { watchResponses } from './watch-responses.ts';

// For jest's setupFilesAfterEnv: a test fails when a response does not fit its response schema.
const responses = watchResponses();
afterAll(responses.stop);
afterEach(() => {
  const differences = responses.take();
  if (differences.length > 0)
    throw new Error(`A response does not fit its response schema.\n${differences.join('\n')}`);
});
