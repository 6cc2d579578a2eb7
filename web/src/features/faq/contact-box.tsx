import { supportEmail } from '../../content/support.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';

/** For a question that is not among those of the page. */
export function ContactBox() {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(supportEmail).then(
      () => toast({ tone: 'ok', title: 'Copied', text: supportEmail }),
      () =>
        toast({ tone: 'bad', title: 'Not copied', text: 'Your browser did not allow it. Select the address instead.' }),
    );
  return (
    <Card title="Still have a question?">
      <p>
        Write to <b className="contact-address">{supportEmail}</b>. We typically reply within 24 hours on business days.
      </p>
      <div className="row">
        <a className={buttonClass({ tone: 'primary' })} href={`mailto:${supportEmail}`}>
          Send an email
        </a>
        <Button onClick={() => void copy()}>
          <Icon name="copy" />
          Copy email
        </Button>
      </div>
    </Card>
  );
}
