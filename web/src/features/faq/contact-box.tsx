import { supportEmail } from '../../content/support.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** The contact for questions that the page does not answer. */
export function ContactBox() {
  const toast = useToast();
  const { copy } = useCopy();
  const copyAddress = async () => {
    if (await copy(supportEmail)) toast({ tone: 'ok', title: 'Copied', text: supportEmail });
    else
      toast({ tone: 'bad', title: 'Not copied', text: 'Your browser did not allow it. Select the address instead.' });
  };
  return (
    <Card title="Still have a question?">
      <p>
        Write to <b className="contact-address">{supportEmail}</b>. We typically reply within 24 hours on business days.
      </p>
      <div className="row">
        <a className={buttonClass({ tone: 'primary' })} href={`mailto:${supportEmail}`}>
          Send an email
        </a>
        <Button onClick={() => void copyAddress()}>
          <Icon name="copy" />
          Copy email
        </Button>
      </div>
    </Card>
  );
}
