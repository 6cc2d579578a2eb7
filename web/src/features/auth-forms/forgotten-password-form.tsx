import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { codeOf } from '../../lib/api-client.ts';
import { isEmail } from '../../lib/is-email.ts';
import { writeProblemText } from '../../lib/write-problem.ts';
import { authOptionsQuery } from '../../session/auth-options.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Note } from '../../ui/note.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { useForgottenPassword } from './api.ts';
import { useTypedEmail } from './typed-email.ts';

/** Requests the mail with the link. The response never reveals whether the account exists. */
export function ForgottenPasswordForm() {
  const [email, setEmail] = useState(useTypedEmail());
  const [tried, setTried] = useState(false);
  const forgotten = useForgottenPassword();
  const firstError = useFocusFirstError();
  const isHydrated = useIsHydrated();
  const { data: options } = useQuery(authOptionsQuery);
  const isOff = options?.passwordReset === false || codeOf(forgotten.error) === 'PASSWORD_RESET_OFF';
  const inputError = tried && !isEmail(email) ? 'Enter a valid e-mail address.' : null;
  const serverError = forgotten.isError
    ? writeProblemText(forgotten.error, {
        fallback: 'The e-mail could not be sent. Please try again.',
        effect: 'the e-mail was sent',
      })
    : null;

  const back = (
    <p>
      <Link to={paths.login}>Back to sign in</Link>
    </p>
  );
  if (isOff) {
    return (
      <>
        <Note tone="warn" title="E-mail is not set up here.">
          Sign in with Google if your account is linked, and set a new password on your profile.
        </Note>
        {back}
      </>
    );
  }
  if (forgotten.isSuccess) {
    return (
      <>
        <div role="status">
          <Note tone="ok" title="Check your inbox.">
            If {forgotten.variables} has an account, we have sent it an e-mail with a link. The link works once, within
            an hour.
          </Note>
        </div>
        <p className="muted">No e-mail yet? Check your spam folder, or try again in a few minutes.</p>
        <div className="row">
          <Button onClick={() => forgotten.reset()}>Ask again</Button>
        </div>
        {back}
      </>
    );
  }
  return (
    <>
      <p className="muted">We will send you a link to choose a new one.</p>
      <form
        ref={firstError.form}
        inert={!isHydrated}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (isEmail(email)) forgotten.mutate(email.trim());
          else firstError.focusFirstError();
        }}
      >
        <EmailField autoComplete="username" value={email} error={inputError ?? serverError} onChange={setEmail} />
        <Button type="submit" tone="primary" size="large" wide busy={forgotten.isPending} busyText="Sending...">
          Send the link
        </Button>
      </form>
      {back}
    </>
  );
}
