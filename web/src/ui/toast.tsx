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
  const [toast, setToast] = useState<(ToastMessage & { id: number }) | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const show = useCallback((message: ToastMessage) => {
    setToast((before) => ({ ...message, id: (before?.id ?? 0) + 1 }));
  }, []);

  const id = toast?.id;
  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => setToast(null), visibleMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  return (
    <ToastContext value={show}>
      {children}
      {/* Hovering or focusing a toast keeps it; a toast that appears under a resting pointer is not kept. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message on the screen */}
      <div className="toasts" onMouseMove={() => setIsHeld(true)} onMouseLeave={() => setIsHeld(false)}>
        <div role="status" aria-live="polite" aria-atomic="true">
          {toast ? (
            <Toast
              key={toast.id}
              message={toast}
              onFocus={() => setIsHeld(true)}
              onBlur={() => setIsHeld(false)}
              onClose={() => {
                setToast(null);
                setIsHeld(false);
              }}
            />
          ) : null}
        </div>
      </div>
    </ToastContext>
  );
}

interface ToastProps {
  message: ToastMessage;
  onFocus?: () => void;
  onBlur?: () => void;
  onClose: () => void;
}

export function Toast({ message, onFocus, onBlur, onClose }: ToastProps) {
  return (
    <div className={classNames('toast', message.tone)}>
      <Icon name={message.tone === 'bad' ? 'alert' : 'check'} />
      <div>
        <b>{message.title}</b>
        {message.text ? <p>{message.text}</p> : null}
        {message.reason ? <p>{message.reason}</p> : null}
      </div>
      <button
        type="button"
        className="toast-close"
        aria-label="Close message"
        onFocus={onFocus}
        onBlur={onBlur}
        onClick={onClose}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
