import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onForgetPerson } from '../../lib/browser-storage.ts';
import { Icon } from '../../ui/icon.tsx';
import { useStepAside } from './use-step-aside.ts';

const ChatPanel = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.ChatPanel })));

/**
 * Opens the assistant, whose code comes with the first time it is opened. Once open it stays on the page, shown or not:
 * a closed panel keeps its draft, what it waits for and what failed. `away`: on pages without the assistant.
 */
export function AskButton({ away = false }: { away?: boolean }) {
  const [panel, setPanel] = useState<'none' | 'open' | 'closed'>('none');
  const button = useRef<HTMLButtonElement>(null);
  useStepAside(button);
  useEffect(() => {
    if (panel === 'closed') button.current?.focus();
  }, [panel]);
  useEffect(() => onForgetPerson(() => setPanel('none')), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ask"
        aria-label="Ask a question"
        title="Ask a question"
        aria-haspopup="dialog"
        hidden={away || panel === 'open'}
        onClick={() => setPanel('open')}
      >
        <Icon name="question" />
      </button>
      {panel === 'none' ? null : (
        <Suspense>
          <ChatPanel open={panel === 'open'} away={away} onClose={() => setPanel('closed')} />
        </Suspense>
      )}
    </>
  );
}
