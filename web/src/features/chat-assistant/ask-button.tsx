import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useStepAside } from './use-step-aside.ts';

const ChatPanel = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.ChatPanel })));

/** Opens the assistant, whose code comes with the first time it is opened. */
export function AskButton() {
  const [open, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useStepAside(button);
  useEffect(() => {
    if (open === false) button.current?.focus();
  }, [open]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ask"
        aria-label="Ask a question"
        title="Ask a question"
        aria-haspopup="dialog"
        hidden={open === true}
        onClick={() => setOpen(true)}
      >
        <Icon name="question" />
      </button>
      {open ? (
        <Suspense>
          <ChatPanel onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
