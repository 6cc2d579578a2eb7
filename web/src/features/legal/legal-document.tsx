import { type ReactNode, useEffect } from 'react';
import { legalEffective } from '../../content/operator.ts';
import type { LegalSection } from './section.ts';

interface Props {
  title: string;
  /** What it is about, in a sentence or two. */
  lead: string;
  sections: readonly LegalSection[];
  /** Links to the pages that go with this one. */
  related: ReactNode;
}

/** A long text in numbered sections, with its contents beside it. */
export function LegalDocument({ title, lead, sections, related }: Props) {
  // The page brings its own code, so a link from elsewhere to a section comes before the section is there.
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
