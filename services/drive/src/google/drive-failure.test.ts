import { en, textFor } from '@reelwright/causes';
import { DriveFailure, failureOf, ofOwnDrive } from './drive-failure.ts';

it('has a message for the user who opens the folder', () => {
  expect(textFor(new DriveFailure('DRIVE_FULL').shownCause, { language: en, timeZone: undefined })).toBe(
    'The Drive that keeps your videos is full. Nothing to do: we are making room and try again every hour.',
  );
});

describe('a failure at a person’s own Drive', () => {
  const answered = (status: number, reason: string) =>
    ofOwnDrive(failureOf({ status, reason, headers: new Headers(), body: undefined }));

  it.each([
    [403, 'storageQuotaExceeded', 'OWN_DRIVE_FULL'],
    [401, 'authError', 'OWN_DRIVE_ACCESS_LOST'],
    [403, 'insufficientPermissions', 'OWN_DRIVE_ACCESS_LOST'],
    [403, 'accountDisabled', 'OWN_DRIVE_ACCESS_LOST'],
    [403, 'accessNotConfigured', 'DRIVE_ACCESS_LOST'],
    [401, '', 'DRIVE_ACCESS_LOST'],
    [503, 'backendError', 'DRIVE_UNAVAILABLE'],
    [429, 'rateLimitExceeded', 'DRIVE_UNAVAILABLE'],
  ])('with %i %s is %s: what is ours is not asked of the owner', (status, reason, code) => {
    expect(answered(status, reason)).toMatchObject({ code });
  });

  it('that is not Google’s stays as it is', () => {
    const error = new Error('something else');
    expect(ofOwnDrive(error)).toBe(error);
  });
});
