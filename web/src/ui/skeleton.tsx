import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';

/** Why loading takes longer than usual, as a text; null while it does not. */
export const LoadDelay = createContext<string | null>(null);

/** A placeholder bar for text that loads. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height } as CSSProperties} aria-hidden="true" />;
}

/** A visible text about what loads, or why it takes long. */
export function LoadingWords({ text }: { text: string }) {
  return <p className="muted loading-words">{useContext(LoadDelay) ?? text}</p>;
}

interface Props {
  text: string;
  /** True if the skeleton contains the LoadingWords. */
  hasWords?: boolean;
  children: ReactNode;
}

/** Wraps a skeleton with a loading text, for screen readers at once and visible once loading takes long. */
export function Loading({ text, hasWords = false, children }: Props) {
  const trouble = useContext(LoadDelay);
  return (
    <div role="status" aria-busy="true">
      {hasWords ? null : trouble ? <LoadingWords text={text} /> : <span className="visually-hidden">{text}</span>}
      {children}
    </div>
  );
}
