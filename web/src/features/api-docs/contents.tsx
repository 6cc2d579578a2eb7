import { calls } from '../../content/api-docs.ts';

const parts = [
  { id: 'authentication', title: 'Your API key' },
  ...calls.map(({ id, title }) => ({ id, title })),
  { id: 'status', title: 'The status of a post' },
  { id: 'waiting', title: 'Still processing' },
  { id: 'idempotency', title: 'Repeating a request' },
  { id: 'base64', title: 'Base64' },
  { id: 'limits', title: 'Limits' },
  { id: 'errors', title: 'Errors' },
];

/** The parts of the page, beside it where there is room. */
export function Contents() {
  return (
    <nav className="docs-contents" aria-label="On this page">
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
