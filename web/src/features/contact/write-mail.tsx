import { supportEmail } from '../../content/support.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** The support address, with a mailto link and a copy button. */
export function WriteMail() {
  const { copied, copy } = useCopy();
  return (
    <Card title="By e-mail">
      <p>
        <a className="contact-mail" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
      <div className="row">
        <Button onClick={() => void copy(supportEmail)}>
          <Icon name="copy" />
          Copy address
        </Button>
        <span className="small muted" role="status">
          {copied === 'yes'
            ? 'Copied.'
            : copied === 'no'
              ? 'Your browser did not allow it. Select the address instead.'
              : ''}
        </span>
      </div>
    </Card>
  );
}
