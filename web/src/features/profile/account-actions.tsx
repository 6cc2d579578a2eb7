import { removePersonalData } from '../../lib/browser-storage.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';

export function AccountActions() {
  return (
    <Card title="Account Actions">
      <div className="row">
        <a className={buttonClass()} href="/api/auth/logout" onClick={removePersonalData}>
          <Icon name="leave" />
          Sign Out
        </a>
      </div>
    </Card>
  );
}
