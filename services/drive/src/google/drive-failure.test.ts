import { en, textFor } from '@reelwright/causes';
import { DriveFailure } from './drive-failure.ts';

it('has a message for the user who opens the folder', () => {
  expect(textFor(new DriveFailure('DRIVE_FULL').shownCause, { language: en, timeZone: undefined })).toBe(
    'The Drive that keeps your videos is full. Nothing to do: we are making room and try again every hour.',
  );
});
