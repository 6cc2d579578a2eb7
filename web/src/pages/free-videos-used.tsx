import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { googleSignInPath } from '../features/auth-forms/api.ts';
import { withEmail } from '../features/auth-forms/typed-email.ts';
import { ApiError } from '../lib/api-client.ts';
import { formatDayAndTime } from '../lib/format-date.ts';
import { serverNow } from '../lib/server-clock.ts';
import { authOptionsQuery } from '../session/auth-options.ts';
import { buttonClass } from '../ui/button.tsx';

/** The problem "free videos of this network are used": when the next one is possible, and how to avoid the wait. */
export function freeVideosUsed(error: unknown, { email, zone }: { email: string; zone: string }) {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  const nextTime = seconds === null ? 'tomorrow' : `from ${formatDayAndTime(serverNow() + seconds * 1_000, zone)}`;
  return {
    title: 'The free videos of your network are used up for today.',
    text: `There are new ones ${nextTime}. With a verified e-mail address you need not wait. This tab keeps what you entered.`,
    action: <VerifyAddress email={email} />,
  };
}

/** Two ways to verify the e-mail address. */
function VerifyAddress({ email }: { email: string }) {
  const { data: options } = useQuery(authOptionsQuery);
  return (
    <>
      {options?.passwordReset ? (
        <Link
          className={buttonClass({ size: 'small', tone: 'ink' })}
          to={paths.forgottenPassword}
          state={withEmail(email)}
        >
          Reset password by e-mail
        </Link>
      ) : null}
      <a className={buttonClass({ size: 'small' })} href={googleSignInPath}>
        Continue with Google
      </a>
    </>
  );
}
