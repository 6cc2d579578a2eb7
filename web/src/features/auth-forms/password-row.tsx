import { useState } from 'react';
import { codeOf } from '../../lib/api-client.ts';
import { writeProblemText } from '../../lib/write-problem.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { SignInAgain } from '../../session/sign-in-again.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Fields } from '../../ui/fields.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Row } from '../../ui/rows.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useChangePassword } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { changeProblemWords, passwordErrorText, passwordProblem } from './password-words.ts';

/** Changes the password, or sets a first one for an account created with Google. */
export function PasswordRow({ user }: { user: CurrentUser }) {
  // Null until the form was opened once; closing it then returns the focus to its button.
  const [editing, setEditing] = useState<boolean | null>(null);
  if (editing) {
    return (
      <Row label="Password" wide>
        <PasswordForm user={user} onDone={() => setEditing(false)} />
      </Row>
    );
  }
  return (
    <Row
      label="Password"
      action={
        <Button size="small" autoFocus={editing === false} onClick={() => setEditing(true)}>
          {user.hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      }
    >
      <p className="muted">
        {user.hasPassword
          ? 'A new password signs you out on every other device.'
          : 'You sign in with Google. Set a password to sign in without it too.'}
      </p>
    </Row>
  );
}

function PasswordForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  // Setting a first password changes `hasPassword`; the form keeps its initial kind.
  const [hadPassword] = useState(user.hasPassword);
  const change = useChangePassword();
  const toast = useToast();

  const code = codeOf(change.error);
  const newPasswordError = passwordErrorText(change.error);
  const otherError = change.isError && !newPasswordError ? writeProblemText(change.error, changeProblemWords) : null;
  const currentError = tried && hadPassword && current === '' ? 'Enter your current password.' : null;
  const newError = tried ? passwordProblem(password) : null;
  const wrongPasswordText = code === 'WRONG_PASSWORD' ? 'This is not your current password.' : null;
  const needsSignIn = code === 'SIGN_IN_AGAIN';
  const fieldlessError = wrongPasswordText || needsSignIn ? null : otherError;

  const submit = () => {
    setTried(true);
    if ((hadPassword && current === '') || passwordProblem(password)) return;
    change.mutate(
      { ...(hadPassword ? { currentPassword: current } : {}), newPassword: password },
      {
        onSuccess: () => {
          toast({
            tone: 'ok',
            title: hadPassword ? 'Password Changed' : 'Password Set',
            text: 'You are signed out on every other device.',
          });
          onDone();
        },
      },
    );
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {/* For password managers: the account of this password. */}
      <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <Fields saving={change.isPending}>
        {hadPassword ? (
          <Field label="Current password" error={currentError ?? wrongPasswordText}>
            {(attributes) => (
              <PasswordInput
                {...attributes}
                name="currentPassword"
                autoFocus
                autoComplete="current-password"
                required
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        <NewPasswordField
          label="New password"
          name="newPassword"
          autoFocus={!hadPassword}
          value={password}
          error={newError ?? newPasswordError ?? fieldlessError}
          onChange={setPassword}
        />
      </Fields>
      {needsSignIn ? <SignInAgain then="Then set the password here." /> : null}
      <div className="row">
        <Button type="submit" tone="ink" busy={change.isPending} busyText="Saving...">
          Save password
        </Button>
        <Button tone="quiet" disabled={change.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
