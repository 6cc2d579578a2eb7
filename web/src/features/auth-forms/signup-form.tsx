import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { codeOf, messageOf } from '../../lib/api-client.ts';
import { isEmail } from '../../lib/is-email.ts';
import { keepMessage } from '../../lib/kept-message.ts';
import { nameProblem } from '../../lib/person-name.ts';
import { isOutcomeUnknown, outcomeUnknownText } from '../../lib/write-problem.ts';
import { noteNoVideo } from '../../session/no-video.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { type NewAccount, useSignup } from './api.ts';
import { GoogleButton } from './google-button.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { passwordErrorText, passwordProblem } from './password-words.ts';
import { withEmail } from './typed-email.ts';

const failureText = 'Failed to create account. Please try again.';
const emptyAccount: NewAccount = { firstName: '', lastName: '', email: '', password: '' };

export function SignupForm() {
  const [account, setAccount] = useState(emptyAccount);
  const [tried, setTried] = useState(false);
  const signup = useSignup();
  const firstError = useFocusFirstError();
  const isHydrated = useIsHydrated();
  const set = (change: Partial<NewAccount>) => setAccount((before) => ({ ...before, ...change }));

  const errors = errorsOf(account);
  const shownErrors = tried ? errors : {};
  const passwordError = passwordErrorText(signup.error);
  const serverError = signup.isError ? messageOf(signup.error, failureText) : null;
  const emailTakenError =
    codeOf(signup.error) === 'EMAIL_TAKEN' ? (
      <>
        An account with this e-mail address already exists.{' '}
        <Link to={paths.login} state={withEmail(account.email)}>
          Sign in with it
        </Link>
      </>
    ) : null;
  const serverErrorFor = (code: string) => (codeOf(signup.error) === code ? serverError : null);
  const firstNameError = serverErrorFor('INVALID_FIRST_NAME');
  const lastNameError = serverErrorFor('INVALID_LAST_NAME');
  const emailError = emailTakenError ?? serverErrorFor('INVALID_EMAIL');
  const isOfNoField = serverError && !passwordError && !firstNameError && !lastNameError && !emailError;

  const submit = () => {
    setTried(true);
    if (Object.keys(errors).length > 0) return firstError.focusFirstError();
    signup.mutate(
      {
        firstName: account.firstName.trim(),
        lastName: account.lastName.trim(),
        email: account.email.trim(),
        password: account.password,
      },
      {
        onSuccess: (data) => {
          noteNoVideo(data?.isNew !== false);
          keepMessage(
            data?.isNew === false
              ? { title: 'You already had an account. You are signed in.' }
              : { title: 'Account created!', text: 'Now make your first video.' },
          );
          window.location.assign(paths.landing);
        },
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
        <GoogleButton />
        <div className="two-columns">
          <Field label="First name" error={shownErrors.firstName ?? firstNameError}>
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                name="firstName"
                autoComplete="given-name"
                required
                dir="auto"
                value={account.firstName}
                onChange={(event) => set({ firstName: event.target.value })}
              />
            )}
          </Field>
          <Field label="Last name" error={shownErrors.lastName ?? lastNameError}>
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                name="lastName"
                autoComplete="family-name"
                required
                dir="auto"
                value={account.lastName}
                onChange={(event) => set({ lastName: event.target.value })}
              />
            )}
          </Field>
        </div>
        <EmailField
          autoComplete="email"
          value={account.email}
          error={shownErrors.email ?? emailError}
          onChange={(email) => set({ email })}
        />
        <NewPasswordField
          label="Password"
          name="password"
          placeholder="Create a strong password"
          value={account.password}
          error={shownErrors.password ?? passwordError}
          onChange={(password) => set({ password })}
        />
        {signup.isError ? (
          <div role="alert">
            {isOutcomeUnknown(signup.error) ? (
              <Note tone="warn" title={outcomeUnknownText('your account was created')}>
                Try again with the same password.
              </Note>
            ) : (
              <Note tone="bad" title="Signup failed">
                {isOfNoField ? serverError : 'Please check the marked field.'}
              </Note>
            )}
          </div>
        ) : null}
        <Button
          type="submit"
          tone="primary"
          size="large"
          wide
          busy={signup.isPending || signup.isSuccess}
          busyText="Creating account..."
        >
          Create Account
        </Button>
        <p className="small muted">
          By creating an account you agree to the <Link to={paths.terms}>Terms</Link> and the{' '}
          <Link to={paths.privacy}>Privacy Policy</Link>.
        </p>
      </form>
      <p>
        Have an account? <Link to={paths.login}>Sign in</Link>
      </p>
    </>
  );
}

const problem = (field: keyof NewAccount, words: string | null) => (words ? { [field]: words } : {});

function errorsOf(account: NewAccount): Partial<Record<keyof NewAccount, string>> {
  return {
    ...problem('firstName', account.firstName.trim() ? nameProblem(account.firstName) : 'Enter your first name.'),
    ...problem('lastName', account.lastName.trim() ? nameProblem(account.lastName) : 'Enter your last name.'),
    ...problem('email', isEmail(account.email) ? null : 'Enter a valid e-mail address.'),
    ...problem('password', passwordProblem(account.password)),
  };
}
