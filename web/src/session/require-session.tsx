import type { ReactNode } from 'react';
import { LoadError } from '../ui/load-error.tsx';
import { type CurrentUser, useCurrentUser } from './current-user.ts';
import { useRedirectToLogin } from './use-redirect-to-login.ts';

interface Props {
  /** The page's placeholder, shown while the session is being read. */
  skeleton: ReactNode;
  children: (user: CurrentUser) => ReactNode;
}

/** Shows its children only to a signed-in user, and sends visitors to the login page. */
export function RequireSession({ skeleton, children }: Props) {
  const { data: user, isError, refetch, isFetching } = useCurrentUser();
  useRedirectToLogin(user === null);
  if (user) return children(user);
  if (isError) {
    return (
      <main className="wrap app-main" id="main">
        <LoadError
          title="Your account did not load"
          text="Your videos and your schedule are safe. Only this page could not load."
          onRetry={() => refetch()}
          busy={isFetching}
        />
      </main>
    );
  }
  return skeleton;
}
