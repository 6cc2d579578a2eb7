import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onRemovePersonalData } from '../../lib/browser-storage.ts';
import { Icon } from '../../ui/icon.tsx';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { hideOverReels } from './hide-over-reels.ts';

const ChatPanel = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.ChatPanel })));

interface Props {
  isHiddenHere?: boolean;
  isOpenAtFirst?: boolean;
}

/**
 * Opens the assistant, whose code is loaded on the first opening. Afterwards the panel stays mounted, shown or not:
 * a closed panel keeps its draft, its pending request and its failure. `isHiddenHere`: true on pages without the assistant.
 */
export function AskButton({ isHiddenHere = false, isOpenAtFirst = false }: Props) {
  const [panel, setPanel] = useState<'none' | 'open' | 'closed'>(isOpenAtFirst ? 'open' : 'none');
  const button = useRef<HTMLButtonElement>(null);
  const isHydrated = useIsHydrated();
  useEffect(() => (button.current ? hideOverReels(button.current) : undefined), []);
  useEffect(() => {
    if (panel === 'closed') button.current?.focus();
  }, [panel]);
  useEffect(() => onRemovePersonalData(() => setPanel('none')), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ask"
        aria-label="Ask a question"
        title="Ask a question"
        aria-haspopup="dialog"
        disabled={!isHydrated}
        hidden={isHiddenHere || panel === 'open'}
        onClick={() => setPanel('open')}
      >
        <Icon name="question" />
      </button>
      {panel === 'none' ? null : (
        <Suspense>
          <ChatPanel open={panel === 'open'} isHiddenHere={isHiddenHere} onClose={() => setPanel('closed')} />
        </Suspense>
      )}
    </>
  );
}
