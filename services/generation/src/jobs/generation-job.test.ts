import { waits } from './generation-job.ts';

it.each(Object.entries(waits))('%s says what is waited for and what to do', (_code, { cause, fix }) => {
  for (const text of [cause, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
});
