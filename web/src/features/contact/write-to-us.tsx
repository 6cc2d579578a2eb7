import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authOptionsQuery } from '../../session/auth-options.ts';
import { useVisitor } from '../../session/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';
import { MessageSent } from './message-sent.tsx';
import type { Topic } from './topics.ts';
import { useContactDraft } from './use-contact-draft.ts';

/** The form, if this installation receives messages; else nothing. */
export function WriteToUs({ linkedTopic }: { linkedTopic: Topic | null }) {
  const options = useQuery(authOptionsQuery);
  const { user } = useVisitor();
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const draftState = useContactDraft();
  const showSent = (email: string) => {
    draftState.startOver();
    setSentFrom(email);
  };
  if (options.data && !options.data.contactForm) return null;
  return (
    <Card title="Write to us">
      {options.isPending ? (
        <Loading text="Loading the form...">
          {/* As high as the form, so that nothing below it moves. */}
          <div className="contact-form">
            <div className="two-columns">
              <Skeleton height="79px" />
              <Skeleton height="79px" />
            </div>
            <Skeleton height="107px" />
            <Skeleton height="235px" />
            <Skeleton height="54px" />
          </div>
        </Loading>
      ) : options.isError ? (
        <LoadError
          title="The form did not load"
          text="Meanwhile, you can write to us by e-mail."
          onRetry={() => options.refetch()}
          busy={options.isFetching}
        />
      ) : sentFrom ? (
        <MessageSent email={sentFrom} onAnother={() => setSentFrom(null)} />
      ) : (
        <ContactForm user={user} linkedTopic={linkedTopic} draftState={draftState} onSent={showSent} />
      )}
    </Card>
  );
}
