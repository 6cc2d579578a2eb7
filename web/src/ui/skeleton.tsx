import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';

/** Why loading takes longer than usual, in words; null while nothing is the matter. */
export const LoadTrouble = createContext<string | null>(null);

/** A bar in the place of words to come. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height } as CSSProperties} aria-hidden="true" />;
}

/** Visible words about what loads, or why it takes long. */
export function LoadingWords({ text }: { text: string }) {
  return <p className="muted loading-words">{useContext(LoadTrouble) ?? text}</p>;
}

interface Props {
  text: string;
  /** The skeleton has the LoadingWords in it. */
  hasWords?: boolean;
  children: ReactNode;
}

/** Wraps a skeleton and says in words that something loads: to screen readers, and to all once it takes long. */
export function Loading({ text, hasWords = false, children }: Props) {
  const trouble = useContext(LoadTrouble);
  return (
    <div role="status" aria-busy="true">
      {hasWords ? null : trouble ? <LoadingWords text={text} /> : <span className="visually-hidden">{text}</span>}
      {children}
    </div>
  );
}
