import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useLogin } from './api.ts';
import { GoogleButton } from './google-button.tsx';
import { isEmail } from './is-email.ts';

const failureText = 'Invalid credentials. Please try again.';

export function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const login = useLogin();
  const navigate = useNavigate();
  const toast = useToast();
  useGoogleFailure();

  const emailError = tried && !isEmail(email) ? 'Enter a valid e-mail address.' : null;
  const passwordError = tried && password === '' ? 'Enter your password.' : null;
  const refused = login.isError ? messageOf(login.error, failureText) : null;

  const submit = () => {
    setTried(true);
    if (!isEmail(email) || password === '') return;
    login.mutate(
      { email: email.trim(), password },
      {
        onSuccess: () => {
          toast({ tone: 'ok', title: 'Welcome back!' });
          navigate(paths.landing);
        },
        onError: (error) => toast({ tone: 'bad', title: 'Login failed', text: messageOf(error, failureText) }),
      },
    );
  };

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <GoogleButton />
        <Field label="Email" error={emailError}>
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              type="email"
              name="email"
              autoComplete="email"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password" error={passwordError ?? refused}>
          {(attributes) => (
            <PasswordInput
              {...attributes}
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" size="large" wide busy={login.isPending} busyText="Signing in...">
          Sign In
        </Button>
      </form>
      <p>
        New here? <Link to={paths.signup}>Create an account</Link>
      </p>
    </>
  );
}

/** Words for the codes Google's way back may carry; anyone can make up an address, so no other words are shown. */
const googleFailures: Readonly<Record<string, string>> = {
  GOOGLE_CANCELLED: 'Google sign-in was cancelled.',
  GOOGLE_EMAIL_UNVERIFIED: 'Google has not verified your e-mail address. Verify it there, or sign in with a password.',
  GOOGLE_LINK_NEEDS_PASSWORD: 'This e-mail has an account with a password. Sign in with your password to link Google.',
};

/** Google's way back with an error: /auth/login?error=google&reason={code} is said once, then cleared. */
function useGoogleFailure(): void {
  const [search, setSearch] = useSearchParams();
  const toast = useToast();
  const told = useRef(false);
  useEffect(() => {
    if (search.get('error') !== 'google' || told.current) return;
    told.current = true;
    const reason = search.get('reason') ?? '';
    const text = Object.hasOwn(googleFailures, reason) ? googleFailures[reason] : undefined;
    toast({ tone: 'bad', title: 'Login failed', text: text ?? 'Google sign-in did not work. Please try again.' });
    setSearch({}, { replace: true });
  }, [search, setSearch, toast]);
}
