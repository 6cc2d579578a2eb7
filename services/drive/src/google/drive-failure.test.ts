import { DriveFailure, failures } from './drive-failure.ts';

it.each(Object.entries(failures))('%s says what happened and what to do', (_code, { cause, fix }) => {
  // There is no button for it.
  expect(fix).not.toMatch(/regenerate/i);
  for (const text of [cause, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
});

it('gives both to the user who opens the folder', () => {
  const { cause, fix } = failures.DRIVE_FULL;
  expect(new DriveFailure('DRIVE_FULL').message).toBe(`${cause} ${fix}`);
});
