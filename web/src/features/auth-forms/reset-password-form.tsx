import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { codeOf } from '../../lib/api-client.ts';
import { writeProblemText } from '../../lib/write-problem.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { useResetPassword } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { changeProblemWords, passwordErrorText, passwordProblem } from './password-words.ts';

const tokenOf = (hash: string) => new URLSearchParams(hash.slice(1)).get('token');

/**
 * The mail's link has its token in the fragment, which is not sent to any server. It is read and removed from the address.
 * A newer link opened in the same tab changes only the fragment, and replaces the previous token.
 */
function useToken(): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => tokenOf(hash));
  useEffect(() => {
    if (!hash) return;
    setToken((before) => tokenOf(hash) ?? before);
    navigate(paths.resetPassword, { replace: true });
  }, [hash, navigate]);
  return token;
}

/** Sets a new password with the mail's link. All sessions of the account end. */
export function ResetPasswordForm() {
  const token = useToken();
  // The token is not stored: after a reload the link has to be opened again, and still works.
  return token ? (
    <NewPasswordForm key={token} token={token} />
  ) : (
    <LinkProblem title="Open the link in the e-mail again.">
      The link is gone after this page is reloaded. Your password has not changed.
    </LinkProblem>
  );
}

function LinkProblem({ title, children }: { title: string; children: string }) {
  return (
    <>
      <div role="alert">
        <Note tone="bad" title={title}>
          {children}
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

function NewPasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const reset = useResetPassword();
  const navigate = useNavigate();
  const toast = useToast();
  const firstError = useFocusFirstError();

  if (codeOf(reset.error) === 'RESET_LINK_INVALID') {
    return (
      <LinkProblem title="This link no longer works.">
        A link works once and for one hour, and asking for a new one replaces it. Your password has not changed.
      </LinkProblem>
    );
  }
  const inputError = tried ? passwordProblem(password) : null;
  const serverError = reset.isError
    ? (passwordErrorText(reset.error) ?? writeProblemText(reset.error, changeProblemWords))
    : null;
  const submit = () => {
    setTried(true);
    if (passwordProblem(password)) return firstError.focusFirstError();
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
      ref={firstError.form}
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
        error={inputError ?? serverError}
        onChange={setPassword}
      />
      <p className="small muted">You will be signed out everywhere. Then sign in with your new password.</p>
      <Button type="submit" tone="primary" size="large" wide busy={reset.isPending} busyText="Saving...">
        Save new password
      </Button>
    </form>
  );
}
