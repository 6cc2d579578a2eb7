import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { operator } from '../content/operator.ts';
import { Logo } from '../ui/icon.tsx';
import { paths } from './paths.ts';

type FooterLink = readonly [text: string, to: string];

const support: readonly FooterLink[] = [['Contact', paths.contact]];
const legal: readonly FooterLink[] = [
  ['Terms', paths.terms],
  ['Privacy', paths.privacy],
  ['Data deletion', paths.dataDeletion],
];

/** Public pages link to the sections of the landing page; app pages link to the app's screens. */
const lists = {
  site: {
    Product: [
      ['Features', '/#features'],
      ['Examples', '/#examples'],
      ['Pricing', paths.pricing],
    ],
    Support: [['FAQ', '/#faq'], ...support, ['API docs', paths.apiDocs]],
    Legal: legal,
  },
  app: {
    Product: [
      ['Dashboard', paths.dashboard],
      ['Video Regeneration', paths.regeneration],
      ['Social Media', paths.social],
      ['Pricing', paths.pricing],
    ],
    Support: [['FAQ', paths.faq], ...support, ['API docs', paths.apiDocs]],
    Legal: legal,
  },
} as const satisfies Record<string, Record<string, readonly FooterLink[]>>;

export function Footer({ of }: { of: keyof typeof lists }) {
  return (
    <footer className="site-foot">
      <div className="wrap">
        <div className="foot-brand">
          <span className="logo">
            <Logo />
            Reelwright
          </span>
          <p className="small muted">© {operator.company}</p>
        </div>
        <nav aria-label="Footer">
          {Object.entries(lists[of]).map(([title, links]) => (
            <LinkList key={title} title={title} links={links} />
          ))}
        </nav>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: readonly FooterLink[] }) {
  const id = useId();
  const { pathname } = useLocation();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(([text, to]) => (
          <li key={to}>
            <Link to={to} reloadDocument={to.startsWith('/#')} aria-current={pathname === to ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
