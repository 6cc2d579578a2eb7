import { supportEmail } from '../../content/support.ts';
import { Card } from '../../ui/card.tsx';
import { CopyAddress } from '../../ui/copy-address.tsx';

/** The support address, with a mailto link and a copy button. */
export function WriteMail() {
  return (
    <Card title="By e-mail">
      <p>
        <a className="contact-mail" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
      <CopyAddress address={supportEmail} notAllowed="Your browser did not allow it. Select the address instead." />
    </Card>
  );
}
