import { calls, parts } from '../../content/api-docs.ts';

const { authentication, ...rules } = parts;
const links = [
  ['authentication', authentication],
  ...calls.map(({ id, title }) => [id, title]),
  ...Object.entries(rules),
];

/** The table of contents, beside the page where there is room. */
export function Contents() {
  return (
    <nav className="docs-contents" aria-label="On this page">
      <ul>
        {links.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
