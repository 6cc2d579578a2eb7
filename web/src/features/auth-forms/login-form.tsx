import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { ApiError, messageOf } from '../../lib/api-client.ts';
import { isEmail } from '../../lib/is-email.ts';
import { keepMessage } from '../../lib/kept-message.ts';
import { isOutcomeUnknown } from '../../lib/write-problem.ts';
import { authOptionsQuery } from '../../session/auth-options.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { useLogin } from './api.ts';
import { GoogleButton } from './google-button.tsx';
import { useGoogleReturn } from './google-return.ts';
import { useTypedEmail, withEmail } from './typed-email.ts';

const failureText = 'Invalid credentials. Please try again.';

export function LoginForm() {
  const [email, setEmail] = useState(useTypedEmail());
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const login = useLogin();
  const firstError = useFocusFirstError();
  const isHydrated = useIsHydrated();
  const googleReturn = useGoogleReturn();
  const passwordInput = useRef<HTMLInputElement>(null);
  const googleEmail = googleReturn?.email ?? null;
  useEffect(() => {
    if (!googleEmail) return;
    // An address that the user has begun to type is kept.
    setEmail((typed) => typed || googleEmail);
    passwordInput.current?.focus();
  }, [googleEmail]);
  const options = useQuery(authOptionsQuery);
  // While this could not be read, the link is shown: its page explains if mail is not sent.
  const mayReset = options.data ? options.data.passwordReset : options.failureCount > 0;

  const emailError = tried && !isEmail(email) ? 'Enter a valid e-mail address.' : null;
  const passwordError = tried && password === '' ? 'Enter your password.' : null;
  const areCredentialsWrong = login.error instanceof ApiError && login.error.status === 401;

  const submit = () => {
    setTried(true);
    if (!isEmail(email) || password === '') return firstError.focusFirstError();
    login.mutate(
      { email: email.trim(), password },
      {
        onSuccess: (data) => {
          keepMessage({
            title: 'Welcome back!',
            ...(data?.googleLinked ? { text: 'Google is linked. You can now sign in either way.' } : {}),
          });
          window.location.assign(paths.landing);
        },
        onError: () => passwordInput.current?.focus(),
      },
    );
  };

  return (
    <>
      <form
        ref={firstError.form}
        inert={!isHydrated}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {googleReturn ? (
          <div role="status">
            <Note tone={googleReturn.needsPassword ? 'warn' : 'bad'} title={googleReturn.title}>
              {googleReturn.text}
            </Note>
          </div>
        ) : null}
        <GoogleButton />
        <EmailField
          autoComplete="username"
          autoFocus={googleReturn?.needsPassword === true}
          value={email}
          error={emailError}
          onChange={setEmail}
        />
        <Field label="Password" error={passwordError}>
          {(attributes) => (
            <PasswordInput
              {...attributes}
              {...(areCredentialsWrong && { 'aria-invalid': true })}
              ref={passwordInput}
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {login.isError ? (
          <div role="alert">
            <Note tone="bad" title="Login failed">
              {isOutcomeUnknown(login.error)
                ? 'We got no answer. Please try again.'
                : messageOf(login.error, failureText)}
            </Note>
          </div>
        ) : null}
        {/* The line is rendered before it is known whether passwords can be reset, so that nothing below it moves. */}
        <p className="forgot">
          {mayReset ? (
            <Link to={paths.forgottenPassword} state={withEmail(email)}>
              Forgot password?
            </Link>
          ) : null}
        </p>
        <Button
          type="submit"
          tone="primary"
          size="large"
          wide
          busy={login.isPending || login.isSuccess}
          busyText="Signing in..."
        >
          Sign In
        </Button>
      </form>
      <p>
        New here? <Link to={paths.signup}>Create an account</Link>
      </p>
    </>
  );
}
