import { useLocation } from 'react-router-dom';

/** Passes a typed address to the next form in the router's state, never in the URL, where it would be logged. */
export const withEmail = (email: string) => ({ email: email.trim() });

/** The address from the previous form, or ''. */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state;
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : '';
  return typeof email === 'string' ? email : '';
}
