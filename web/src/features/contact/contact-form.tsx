import { useId, useState } from 'react';
import { type CurrentUser, displayName } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Fields } from '../../ui/fields.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { type ContactMessage, useSendMessage } from './api.ts';
import { errorsOf } from './errors.ts';
import { SendProblem } from './send-problem.tsx';
import { TopicHint } from './topic-hint.tsx';
import { isTopic, messageMax, type Topic, topics } from './topics.ts';
import type { ContactDraftState } from './use-contact-draft.ts';

interface Props {
  /** Null for a visitor, or while the session is being read. */
  user: CurrentUser | null;
  /** The topic named in the link to this page. */
  linkedTopic: Topic | null;
  /** The draft, which the parent holds so that it survives when the form unmounts. */
  draftState: ContactDraftState;
  onSent: (email: string) => void;
}

export function ContactForm({ user, linkedTopic, draftState: { draft, set }, onSent }: Props) {
  const [tried, setTried] = useState(false);
  const [website, setWebsite] = useState('');
  const send = useSendMessage();
  const firstError = useFocusFirstError();
  const trapId = useId();

  const profileName = user && (user.firstName || user.lastName) ? displayName(user) : '';
  const message: ContactMessage = {
    id: draft.id,
    name: (draft.name ?? profileName).trim(),
    email: (draft.email ?? user?.email ?? '').trim(),
    topic: draft.topic ?? linkedTopic ?? 'general',
    message: draft.message.trim(),
    ...(website && { website }),
  };
  const errors = errorsOf(message);
  const shownErrors = tried ? errors : {};

  const submit = () => {
    setTried(true);
    if (Object.keys(errors).length > 0) return firstError.focusFirstError();
    send.mutate(message, { onSuccess: () => onSent(message.email) });
  };

  return (
    <form
      className="contact-form"
      ref={firstError.form}
      noValidate
      aria-label="Write to us"
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) submit();
      }}
    >
      <Fields saving={send.isPending}>
        <div className="two-columns">
          <Field label="Name" error={shownErrors.name}>
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                name="name"
                autoComplete="name"
                required
                dir="auto"
                value={draft.name ?? profileName}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <EmailField
            autoComplete="email"
            value={draft.email ?? user?.email ?? ''}
            error={shownErrors.email}
            onChange={(email) => set({ email })}
          />
        </div>
        <Field label="Topic" hint={<TopicHint topic={message.topic} />}>
          {(attributes) => (
            <select
              {...attributes}
              className="input"
              name="topic"
              value={message.topic}
              onChange={({ target }) => isTopic(target.value) && set({ topic: target.value })}
            >
              {Object.entries(topics).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Message"
          hint={
            <span className="number">
              {draft.message.length} of {messageMax} characters
            </span>
          }
          error={shownErrors.message}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              className="input"
              name="message"
              dir="auto"
              required
              value={draft.message}
              onChange={(event) => set({ message: event.target.value })}
            />
          )}
        </Field>
      </Fields>
      {/* A honeypot: bots fill in every field; people can neither see nor reach this one. */}
      <div className="contact-trap" aria-hidden="true">
        <label htmlFor={trapId}>Website</label>
        <input
          id={trapId}
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={website}
          onChange={(event) => setWebsite(event.target.value)}
        />
      </div>
      {send.isError ? <SendProblem error={send.error} /> : null}
      <div className="row">
        <Button type="submit" tone="primary" size="large" busy={send.isPending} busyText="Sending...">
          Send message
        </Button>
      </div>
    </form>
  );
}
