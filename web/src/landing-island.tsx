import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { AskButton } from './features/chat-assistant/ask-button.tsx';
import type { KeptMessage } from './lib/kept-message.ts';
import { useToast } from './ui/toast.tsx';

interface Props {
  isOpenAtFirst: boolean;
  message: KeptMessage | null;
}

/** The part of the landing page that is React: the assistant and messages. It takes the place of the button. */
export function mountIsland(button: Element, props: Props): void {
  const place = document.createElement('div');
  button.replaceWith(place);
  createRoot(place).render(
    <Providers client={createQueryClient()}>
      <Island {...props} />
    </Providers>,
  );
}

function Island({ isOpenAtFirst, message }: Props) {
  const toast = useToast();
  useEffect(() => {
    if (message) toast({ tone: 'ok', ...message });
  }, [message, toast]);
  return <AskButton isOpenAtFirst={isOpenAtFirst} />;
}
