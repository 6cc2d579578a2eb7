import type { CurrentUser } from '../../session/current-user.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Row } from '../../ui/rows.tsx';
import { googleSignInPath } from './api.ts';

/** Shows whether Google sign-in is linked to this account, with a button to link it. */
export function GoogleLinkRow({ user }: { user: CurrentUser }) {
  return user.googleLinked ? (
    <Row label="Google sign-in">
      <span className="badge ok">Linked</span>
      <p className="small muted">You can sign in with the Google account of this e-mail address.</p>
    </Row>
  ) : (
    <Row
      label="Google sign-in"
      action={
        <a className={buttonClass({ size: 'small' })} href={googleSignInPath}>
          <BrandIcon name="google" />
          Link Google
        </a>
      }
    >
      <span className="badge">Not linked</span>
      <p className="small muted">
        Choose the Google account with the address {user.email}. You are then asked for your password once.
      </p>
    </Row>
  );
}
