import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface ToastMessage {
  title: string;
  text?: string;
  /** The reason, as a separate sentence. */
  reason?: string;
  tone?: 'ok' | 'bad';
}

const visibleMs = 5000;
const ToastContext = createContext<(message: ToastMessage) => void>(() => {});

/** Shows a short message. Only one is visible: a newer one replaces it. */
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
      {/* Hovering or focusing a toast keeps it; a toast that appears under a resting pointer is not kept. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message on the screen */}
      <div className="toasts" onMouseMove={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
        <div role="status" aria-live="polite" aria-atomic="true">
          {shown ? (
            <div className={classNames('toast', shown.tone)} key={shown.id}>
              <Icon name={shown.tone === 'bad' ? 'alert' : 'check'} />
              <div>
                <b>{shown.title}</b>
                {shown.text ? <p>{shown.text}</p> : null}
                {shown.reason ? <p>{shown.reason}</p> : null}
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
