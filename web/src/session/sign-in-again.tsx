import { buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** For accounts without a password: the server requires a sign-in within the last ten minutes (SIGN_IN_AGAIN). */
export function SignInAgain({ then }: { then: string }) {
  return (
    <div role="alert">
      <Note
        tone="warn"
        title="Sign in with Google once more."
        actions={
          <a className={buttonClass({ size: 'small', tone: 'ink' })} href="/api/auth/google">
            Continue with Google
          </a>
        }
      >
        For your security, please sign in again. The sign-in is valid for ten minutes. {then}
      </Note>
    </div>
  );
}
