import { type ReactNode, useEffect } from 'react';
import { legalEffective } from '../../content/operator.ts';
import type { LegalSection } from './section.ts';

interface Props {
  title: string;
  /** A summary of one or two sentences. */
  lead: string;
  sections: readonly LegalSection[];
  /** Links to related pages. */
  related: ReactNode;
}

/** A long text in numbered sections, with a table of contents beside it. */
export function LegalDocument({ title, lead, sections, related }: Props) {
  // The page is loaded on demand, so a link to a section is followed before the section exists.
  useEffect(() => {
    const { hash } = window.location;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <article className="legal">
      <header className="legal-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="small muted">
          Effective {legalEffective}. Last updated {legalEffective}.
        </p>
      </header>
      <nav className="legal-contents" aria-label="Contents">
        <h2>Contents</h2>
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map(({ id, title: name, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              <a href={`#${id}`}>
                <span className="legal-number">{index + 1}.</span> {name}
              </a>
            </h2>
            {body}
          </section>
        ))}
        <footer className="legal-related">{related}</footer>
      </div>
    </article>
  );
}
