import type { ReactNode } from 'react';
import { parts } from '../../content/api-docs.ts';

interface Props {
  /** The anchor of the section. */
  id: string;
  title: string;
  level?: 2 | 3;
  children: ReactNode;
}

/** A section of the page with its own anchor. */
export function Section({ id, title, level = 2, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="docs-section" id={id} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>
        {title}
        <a className="anchor" href={`#${id}`} aria-label={`Link to ${title}`}>
          #
        </a>
      </Heading>
      {children}
    </section>
  );
}

/** A section that does not describe a call. */
export function Part({ id, children }: { id: keyof typeof parts; children: ReactNode }) {
  return (
    <Section id={id} title={parts[id]}>
      {children}
    </Section>
  );
}
