import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { codeOf, messageOf } from '../../lib/api-client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useResetPassword } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { passwordProblem, passwordRefusal } from './password-words.ts';

/** The mail's link carries its token in the fragment, which no server sees: it is read and at once leaves the address. */
function useToken(): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token'));
  useEffect(() => {
    if (hash) navigate(paths.resetPassword, { replace: true });
  }, [hash, navigate]);
  return token;
}

/** Chooses a new password with the link of the mail; whoever is signed in anywhere is signed out. */
export function ResetPasswordForm() {
  const token = useToken();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const reset = useResetPassword();
  const navigate = useNavigate();
  const toast = useToast();

  if (!token || codeOf(reset.error) === 'RESET_LINK_INVALID') {
    return (
      <>
        <div role="alert">
          <Note tone="bad" title="This link does not work any more.">
            A link works once, for an hour, and a newer one ends it. Your password is as it was.
          </Note>
        </div>
        <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={paths.forgottenPassword}>
          Ask for a new link
        </Link>
        <p>
          <Link to={paths.login}>Back to sign in</Link>
        </p>
      </>
    );
  }
  const invalid = tried ? passwordProblem(password) : null;
  const refused = reset.isError
    ? (passwordRefusal(reset.error) ?? messageOf(reset.error, 'The password could not be changed. Please try again.'))
    : null;
  const submit = () => {
    setTried(true);
    if (passwordProblem(password)) return;
    reset.mutate(
      { token, password },
      {
        onSuccess: () => {
          toast({ tone: 'ok', title: 'Password Changed', text: 'Sign in with the new one.' });
          navigate(paths.login, { replace: true });
        },
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NewPasswordField
        label="New password"
        name="newPassword"
        value={password}
        error={invalid ?? refused}
        onChange={setPassword}
      />
      <p className="small muted">You are signed out everywhere, and sign in again with the new password.</p>
      <Button type="submit" tone="primary" size="large" wide busy={reset.isPending} busyText="Saving...">
        Save new password
      </Button>
    </form>
  );
}
