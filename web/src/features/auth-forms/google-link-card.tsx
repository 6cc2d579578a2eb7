import type { CurrentUser } from '../../session/current-user.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { googleSignInPath } from './api.ts';

/** Shows whether Google sign-in is linked to this account, with a button to link it. */
export function GoogleLinkCard({ user }: { user: CurrentUser }) {
  return (
    <Card
      title="Google sign-in"
      aside={user.googleLinked ? <span className="badge ok">Linked</span> : <span className="badge">Not linked</span>}
    >
      {user.googleLinked ? (
        <p className="muted">You can sign in with the Google account of this e-mail address.</p>
      ) : (
        <>
          <p className="muted">
            Choose the Google account with the address {user.email}. You are then asked for your password once.
          </p>
          <div className="row">
            <a className={buttonClass()} href={googleSignInPath}>
              <BrandIcon name="google" />
              Link Google
            </a>
          </div>
        </>
      )}
    </Card>
  );
}
