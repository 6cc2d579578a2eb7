import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';

interface SectionProps {
  title: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of a page of settings: its heading, beside its rows on a wide screen. The heading names the region. */
export function RowSection({ title, ref, children }: SectionProps) {
  const id = useId();
  return (
    <section className="row-section" aria-labelledby={id} ref={ref}>
      <h2 id={id}>{title}</h2>
      <div className="row-section-body">{children}</div>
    </section>
  );
}

/** Rows with a hairline between them. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="rows">{children}</dl>;
}

interface RowProps {
  label: string;
  /** What the person can do about it: one button or link. */
  action?: ReactNode;
  /** True if the value needs the whole width, such as a form or a list. */
  wide?: boolean;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** One line of Rows: what it is, its value, and what can be done about it. */
export function Row({ label, action, wide = false, ref, children }: RowProps) {
  return (
    <div className={classNames('rows-row', wide && 'wide')} ref={ref} tabIndex={ref ? -1 : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {action ? <dd className="rows-action">{action}</dd> : null}
    </div>
  );
}
