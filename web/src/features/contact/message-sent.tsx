import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Says what happens next after a message was sent. */
export function MessageSent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="contact-sent">
      <Icon name="check" />
      <h3 ref={title} tabIndex={-1}>
        Your message is on its way.
      </h3>
      <p>
        We reply to <b>{email}</b>, typically within 24 hours on business days. We do not send you a copy of this
        message.
      </p>
      <div className="row">
        <Button onClick={onAnother}>Write another message</Button>
      </div>
    </div>
  );
}
