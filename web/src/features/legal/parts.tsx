import type { ReactNode } from 'react';
import { operator } from '../../content/operator.ts';

/** A list of names and descriptions, side by side where there is room. */
export function Facts({ items }: { items: readonly (readonly [name: string, about: ReactNode])[] }) {
  return (
    <dl className="legal-facts">
      {items.map(([name, about]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

export function MailTo({ subject }: { subject?: string }) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return <a href={`mailto:${operator.email}${query}`}>{operator.email}</a>;
}
