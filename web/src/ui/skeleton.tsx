import type { CSSProperties } from 'react';

/** A bar in the place of words to come. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height } as CSSProperties} aria-hidden="true" />;
}

/** Wraps a skeleton and says in words that something loads. */
export function Loading({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{text}</span>
      {children}
    </div>
  );
}
