import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface ToastMessage {
  title: string;
  text?: string;
  /** Why, in a sentence of its own. */
  cause?: string;
  tone?: 'ok' | 'bad';
}

const visibleMs = 5000;
const ToastContext = createContext<(message: ToastMessage) => void>(() => {});

/** Says that something just happened. One at a time: a newer one takes the place of the one on screen. */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<(ToastMessage & { id: number }) | null>(null);
  const [held, setHeld] = useState(false);
  const show = useCallback((message: ToastMessage) => {
    setShown((before) => ({ ...message, id: (before?.id ?? 0) + 1 }));
  }, []);

  const id = shown?.id;
  useEffect(() => {
    if (id === undefined || held) return;
    const timer = setTimeout(() => setShown(null), visibleMs);
    return () => clearTimeout(timer);
  }, [id, held]);

  return (
    <ToastContext value={show}>
      {children}
      {/* Being read or reached for, a toast stays; one that appears under a resting pointer does not. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message on screen */}
      <div className="toasts" onMouseMove={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
        <div role="status" aria-live="polite" aria-atomic="true">
          {shown ? (
            <div className={classNames('toast', shown.tone)} key={shown.id}>
              <Icon name={shown.tone === 'bad' ? 'alert' : 'check'} />
              <div>
                <b>{shown.title}</b>
                {shown.text ? <p>{shown.text}</p> : null}
                {shown.cause ? <p>{shown.cause}</p> : null}
              </div>
              <button
                type="button"
                className="toast-close"
                aria-label="Close message"
                onFocus={() => setHeld(true)}
                onBlur={() => setHeld(false)}
                onClick={() => {
                  setShown(null);
                  setHeld(false);
                }}
              >
                <Icon name="cross" />
              </button>
            </div>
          ) : null}
        </div>
      </div>
    </ToastContext>
  );
}
