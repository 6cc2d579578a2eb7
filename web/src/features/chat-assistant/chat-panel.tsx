import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import '../../styles/chat.css';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useAsk } from './api.ts';
import { ChatLog } from './chat-log.tsx';
import { addLine, startOver, useConversation } from './conversation.ts';
import { MessageForm } from './message-form.tsx';

interface Props {
  open: boolean;
  /** On a page without the assistant; an open one is back on the next. */
  away: boolean;
  onClose: () => void;
}

/** The assistant: beside the page on wide screens, a sheet at the foot of narrow ones. */
export function ChatPanel({ open, away, onClose }: Props) {
  const { sessionId, lines } = useConversation();
  const [draft, setDraft] = useState('');
  const ask = useAsk();
  const input = useRef<HTMLTextAreaElement>(null);
  const title = useId();
  // What is under way, or failed, belongs to its own conversation: one that was started over knows nothing of it.
  const isOurs = ask.variables?.sessionId === sessionId;
  const isTyping = ask.isPending && isOurs;

  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);

  const send = (message: string) => {
    if (isTyping) return;
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
    <section role="dialog" className="chat" hidden={away || !open} aria-labelledby={title} onKeyDown={onKeyDown}>
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
        isTyping={isTyping}
        failure={ask.isError && isOurs ? ask.error : null}
        onAsk={send}
        onRetry={() => {
          if (ask.variables) ask.mutate(ask.variables);
          input.current?.focus();
        }}
      />
      <MessageForm
        ref={input}
        draft={draft}
        busy={isTyping}
        onChange={setDraft}
        onSend={(message) => {
          setDraft('');
          send(message);
        }}
      />
    </section>
  );
}
