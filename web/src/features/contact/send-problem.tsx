import { ApiError, messageOf } from '../../lib/api-client.ts';
import { isOutcomeUnknown, outcomeUnknownText } from '../../lib/write-problem.ts';
import { Note } from '../../ui/note.tsx';

/** Why a message was not sent. The form keeps the message. */
export function SendProblem({ error }: { error: unknown }) {
  const status = error instanceof ApiError ? error.status : 500;
  return (
    <div role="alert">
      {status === 0 ? (
        <Note tone="warn" title="You are offline.">
          Your message is kept here. Send it again once you are connected.
        </Note>
      ) : status === 429 ? (
        <Note tone="warn" title="Your message was not sent yet.">
          {messageOf(error, 'Too many messages. Please try again later, or write to us by e-mail.')}
        </Note>
      ) : isOutcomeUnknown(error) ? (
        <Note tone="warn" title={outcomeUnknownText('your message was sent')}>
          Send it again: it arrives only once.
        </Note>
      ) : (
        <Note tone="bad" title="Your message was not sent.">
          {status < 500
            ? messageOf(error, 'Please try again, or write to us by e-mail.')
            : 'Please try again, or write to us by e-mail.'}
        </Note>
      )}
    </div>
  );
}
