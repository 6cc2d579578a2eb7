import { failures, GenerationFailure } from './generation-failure.ts';

it.each(Object.entries(failures))('%s says what happened and what to do', (code, { cause, fix }) => {
  for (const text of [cause, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
  // There is no button for it.
  expect(fix).not.toMatch(/regenerate/i);
  expect(new GenerationFailure(code as keyof typeof failures).message).toBe(cause);
});
