import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Stands beside the title: a badge, or one small button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A panel of one subject, named by its heading. */
export function Card({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="panel pad card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
