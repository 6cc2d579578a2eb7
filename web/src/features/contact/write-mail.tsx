import { useState } from 'react';
import { supportEmail } from '../../content/support.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The address to write to, to be opened or copied. */
export function WriteMail() {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(supportEmail).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  return (
    <Card title="By e-mail">
      <p>
        <a className="contact-mail" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
      <div className="row">
        <Button onClick={() => void copy()}>
          <Icon name="copy" />
          Copy address
        </Button>
        <span className="small muted" role="status">
          {copied === 'yes' ? 'Copied.' : copied === 'no' ? 'Copying was not allowed. Select the address instead.' : ''}
        </span>
      </div>
    </Card>
  );
}
