import { useState } from 'react';
import { codeOf } from '../../lib/api-client.ts';
import { writeProblemText } from '../../lib/write-problem.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { SignInAgain } from '../../session/sign-in-again.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useDeleteAccount } from './api.ts';

const word = 'DELETE';
const deleteWords = {
  fallback: 'The account could not be deleted. Please try again.',
  effect: 'your account was deleted',
};

/** Confirms the deletion of an account with the password or, for Google accounts, a typed word. */
export function DeleteAccountDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const remove = useDeleteAccount();
  const code = codeOf(remove.error);
  const ready = user.hasPassword ? typed !== '' : typed.trim() === word;
  const missingText = user.hasPassword ? 'Enter your password.' : `Type ${word} to continue.`;
  const serverError =
    code === 'WRONG_PASSWORD'
      ? 'This is not your password.'
      : remove.isError && code !== 'SIGN_IN_AGAIN'
        ? writeProblemText(remove.error, deleteWords)
        : null;
  const error = tried && !ready ? missingText : serverError;
  return (
    <Dialog title="Delete account" role="alertdialog" onClose={onClose}>
      <p>This cannot be undone. If you continue:</p>
      <ul className="bullets">
        {user.subscriptionTier === 'free' ? null : (
          <li>Your subscription ends now without a refund. You will not be charged again.</li>
        )}
        <li>Planned posts are cancelled, and no new videos are made.</li>
        <li>Your social accounts are disconnected, and your API key stops working.</li>
        <li>Your videos, your Drive folder and your account are deleted.</li>
      </ul>
      <p className="small muted">
        Published posts stay on their platforms. Payment records are kept for as long as the law requires. You get a
        receipt that lists what was erased.
      </p>
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (ready) remove.mutate(user.hasPassword ? typed : null);
        }}
      >
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <Field label={user.hasPassword ? 'Password' : `Type ${word} to confirm`} error={error}>
          {(attributes) =>
            user.hasPassword ? (
              <PasswordInput
                {...attributes}
                name="password"
                autoComplete="current-password"
                required
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            ) : (
              <input
                {...attributes}
                className="input"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )
          }
        </Field>
        {code === 'SIGN_IN_AGAIN' ? <SignInAgain then="Then delete the account here." /> : null}
        <div className="dialog-actions">
          <Button type="submit" tone="danger" busy={remove.isPending} busyText="Deleting...">
            Delete account
          </Button>
          <Button tone="ink" disabled={remove.isPending} onClick={onClose}>
            Keep account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
