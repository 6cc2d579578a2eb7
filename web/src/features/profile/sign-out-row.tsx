import { removePersonalData } from '../../lib/browser-storage.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/rows.tsx';

export function SignOutRow() {
  return (
    <Row
      label="Sign out"
      action={
        <a className={buttonClass({ size: 'small' })} href="/api/auth/logout" onClick={removePersonalData}>
          <Icon name="leave" />
          Sign Out
        </a>
      }
    >
      <span className="muted">On this device only.</span>
    </Row>
  );
}
