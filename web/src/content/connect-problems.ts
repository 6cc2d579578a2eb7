import { cutText, perCharacter } from '@reelwright/text';

/** Why a connection was not made: the codes an address may come back with, what they mean and what to do. */
export const connectProblems: Readonly<Record<string, { cause: string; fix: string }>> = {
  CONSENT_EXPIRED: {
    cause: 'This connection was not started here, or it has expired.',
    fix: 'Connect again, and finish within ten minutes.',
  },
  CONSENT_DENIED: {
    cause: 'You did not allow access on {platform}.',
    fix: 'Connect again and choose Allow there.',
  },
  SCOPE_MISSING: {
    cause: 'A permission that posting needs was not granted.',
    fix: 'Connect again and leave every permission ticked.',
  },
  SIGN_IN_REFUSED: { cause: '{platform} did not accept the sign-in.', fix: 'Connect again.' },
  SIGNED_OUT: {
    cause: 'You were signed out of Reelwright in the meantime.',
    fix: 'You are signed in now. Please connect again.',
  },
  NO_PAGES: {
    cause: 'You have no Facebook Page to post to. Reels are posted to Pages, not to profiles.',
    fix: 'Create a Page, or ask its owner for access, then connect again.',
  },
  NO_CHANNEL: {
    cause: 'This Google account has no YouTube channel.',
    fix: 'Create one on YouTube, then connect again.',
  },
  PERSONAL_ACCOUNT: {
    cause: 'Instagram lets apps post to professional accounts only.',
    fix: 'Switch the account to Business or Creator in the Instagram app, then connect again.',
  },
  ACCOUNT_RESTRICTED: {
    cause: '{platform} has restricted this account.',
    fix: 'Open the {platform} app to see why, then connect again.',
  },
  ACCOUNT_PAUSED: {
    cause: '{platform} has stopped this account from posting for a while.',
    fix: 'The {platform} app says why and for how long; connect again after that.',
  },
  DAILY_LIMIT: { cause: '{platform} has reached its daily limit for Reelwright.', fix: 'Connect again tomorrow.' },
  RATE_LIMITED: { cause: '{platform} asks us to slow down.', fix: 'Connect again in a few minutes.' },
  PROVIDER_ERROR: { cause: '{platform} is having problems right now.', fix: 'Connect again in a few minutes.' },
  PROVIDER_UNREACHABLE: { cause: '{platform} is not responding.', fix: 'Connect again in a few minutes.' },
  APP_REFUSED: {
    cause: '{platform} is not accepting Reelwright right now.',
    fix: 'We are working on it. Please connect again later.',
  },
  CONNECT_FAILED: {
    cause: 'Something went wrong on our side while {platform} was being connected.',
    fix: 'Please connect again.',
  },
};

const MESSAGE_MAX = 300;

/**
 * A message from the address, as plain text. Anyone can write a link with one, so it is shortened, loses what steers
 * text, and is shown as text only: never as markup or a link, and never where a code of ours says why.
 */
export function messageFromAddress(text: string | null): string {
  const plain = (text ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return cutText(plain, MESSAGE_MAX, perCharacter);
}

export const isConnectProblem = (code: string | null): boolean => code !== null && Object.hasOwn(connectProblems, code);

/** The words of a code. An address can be made up by anyone: what is not known here reads as a failure of ours. */
export function connectProblem(code: string | null, platform: string): { cause: string; fix: string } {
  const known = isConnectProblem(code) ? connectProblems[String(code)] : undefined;
  const { cause, fix } = known ?? { cause: '{platform} could not be connected.', fix: 'Please connect again.' };
  const named = (text: string) => text.replaceAll('{platform}', platform);
  return { cause: named(cause), fix: named(fix) };
}
