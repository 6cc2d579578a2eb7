import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** A badge or a small button beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A panel about one subject, with its heading as accessible name. */
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
