import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { linkedAccountQuery } from './api.ts';

/** Texts for the error codes of Google's redirect. Anyone can write such a link, so no other text of it is shown. */
const googleFailures: Readonly<Record<string, { title: string; text: string }>> = {
  GOOGLE_CANCELLED: {
    title: 'Google sign-in was cancelled.',
    text: 'Nothing has changed. Try again, or sign in with your password.',
  },
  GOOGLE_EMAIL_UNVERIFIED: {
    title: 'Google has not verified your e-mail address.',
    text: 'Verify it there, or sign in with a password.',
  },
  GOOGLE_LINK_NEEDS_PASSWORD: {
    title: 'Sign in with your password to link Google',
    text: 'This e-mail already has an account with a password. After that you can sign in either way.',
  },
  GOOGLE_UNAVAILABLE: {
    title: 'Google is not responding.',
    text: 'Try again in a few minutes, or sign in with your password.',
  },
  GOOGLE_FAILED: {
    title: 'Google sign-in did not work.',
    text: 'Please try again, and finish within ten minutes.',
  },
};
const unknownFailure = { title: 'Google sign-in did not work.', text: 'Please try again.' };

export interface GoogleReturn {
  title: string;
  text: string;
  /** The account whose password is needed. The server names it only to the browser that came from Google. */
  email: string | null;
  /** True if this is no failure: the password is needed once, to link Google. */
  needsPassword: boolean;
}

/**
 * Reads Google's redirect with an error: /auth/login?error=google&reason={code}. The message stays until the sign-in;
 * the address is cleared.
 */
export function useGoogleReturn(): GoogleReturn | null {
  const [search, setSearch] = useSearchParams();
  const [reason] = useState(() => (search.get('error') === 'google' ? (search.get('reason') ?? '') : null));
  useEffect(() => {
    if (search.get('error') === 'google') setSearch({}, { replace: true });
  }, [search, setSearch]);
  const needsPassword = reason === 'GOOGLE_LINK_NEEDS_PASSWORD';
  const { data } = useQuery({ ...linkedAccountQuery, enabled: needsPassword });
  const email = data?.email ?? null;
  if (reason === null) return null;
  const words = (Object.hasOwn(googleFailures, reason) ? googleFailures[reason] : undefined) ?? unknownFailure;
  const text = email ? `${email} has an account with a password. After that you can sign in either way.` : words.text;
  return { title: words.title, text, email, needsPassword };
}
