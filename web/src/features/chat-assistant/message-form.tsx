import { type KeyboardEvent, type Ref, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countCharacters, MAX_CHARACTERS } from './message-length.ts';

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  draft: string;
  /** True while a reply is pending: the user can type, but not send. */
  busy: boolean;
  onChange: (draft: string) => void;
  onSend: (message: string) => void;
}

/** Enter sends, Shift and Enter start a new line. A message that is too long gets a warning and is never cut. */
export function MessageForm({ ref, draft, busy, onChange, onSend }: Props) {
  const id = useId();
  const count = countCharacters(draft);
  const isTooLong = count > MAX_CHARACTERS;
  const canSend = count > 0 && !isTooLong && !busy;
  const send = () => {
    if (canSend) onSend(draft.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Your question
      </label>
      <textarea
        ref={ref}
        id={id}
        className="input"
        rows={2}
        placeholder="Type your question"
        value={draft}
        aria-describedby={`${id}-count`}
        aria-invalid={isTooLong || undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="chat-warning" role="alert">
        {isTooLong ? 'You exceeded the characters limit. Please input less than 200 characters.' : ''}
      </p>
      <div className="chat-send">
        <span id={`${id}-count`} className={classNames('small number', isTooLong ? 'is-over' : 'muted')}>
          {count}/{MAX_CHARACTERS}
          <span className="visually-hidden"> characters</span>
        </span>
        <Button type="submit" tone="primary" disabled={!canSend}>
          Send
        </Button>
      </div>
    </form>
  );
}
