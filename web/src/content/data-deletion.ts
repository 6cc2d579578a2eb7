/** The instructions on /data-deletion. Edit them here. */

export { supportEmail as deletionEmail } from './support.ts';
export const deletionSubject = 'Data Deletion Request';

export const deletedThings = [
  'Name',
  'Email',
  'Picture',
  'Social connections',
  'Preferences',
  'Generated videos',
  'Upload history',
  'Scheduling preferences',
  'Usage logs',
];

export const facebookSteps = [
  'Open Facebook and go to Settings & privacy, then Settings.',
  'Choose Apps and websites.',
  'Find Reelwright in the list and choose Remove.',
  'Confirm. Facebook tells us, and we delete what we have about your account.',
];
