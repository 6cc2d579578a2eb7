import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import '../../styles/chat.css';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSendQuestion } from './api.ts';
import { ChatLog } from './chat-log.tsx';
import { addLine, startOver, useConversation } from './conversation.ts';
import { MessageForm } from './message-form.tsx';

interface Props {
  open: boolean;
  /** True on pages without the assistant; an open panel is shown again on the next page that has it. */
  isHiddenHere: boolean;
  onClose: () => void;
}

/** The assistant: a panel beside the page on wide screens, a sheet at the bottom of narrow ones. */
export function ChatPanel({ open, isHiddenHere, onClose }: Props) {
  const { sessionId, lines } = useConversation();
  const [draft, setDraft] = useState('');
  const ask = useSendQuestion();
  const input = useRef<HTMLTextAreaElement>(null);
  const title = useId();
  // A pending or failed request is shown only in the conversation that sent it, not after starting over.
  const isCurrent = ask.variables?.sessionId === sessionId;
  const isAnswering = ask.isPending && isCurrent;

  // With the commit that shows the panel: an effect after the paint would miss keys that are pressed at once.
  useLayoutEffect(() => {
    if (open) input.current?.focus();
  }, [open]);

  const send = (message: string) => {
    if (isAnswering) return;
    addLine(sessionId, { from: 'person', text: message });
    ask.mutate({ message, sessionId });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };

  return (
    <section
      role="dialog"
      className="chat"
      hidden={isHiddenHere || !open}
      aria-labelledby={title}
      onKeyDown={onKeyDown}
    >
      <div className="chat-head">
        <h2 id={title}>Assistant</h2>
        {lines.length > 0 ? (
          <Button
            tone="quiet"
            onClick={() => {
              ask.reset();
              startOver();
              input.current?.focus();
            }}
          >
            Start over
          </Button>
        ) : null}
        <Button tone="quiet" square aria-label="Close the assistant" onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </div>
      <ChatLog
        lines={lines}
        isAnswering={isAnswering}
        failure={ask.isError && isCurrent ? ask.error : null}
        onAsk={send}
        onRetry={() => {
          if (ask.variables) ask.mutate(ask.variables);
          input.current?.focus();
        }}
      />
      <MessageForm
        ref={input}
        draft={draft}
        busy={isAnswering}
        onChange={setDraft}
        onSend={(message) => {
          setDraft('');
          send(message);
        }}
      />
    </section>
  );
}
