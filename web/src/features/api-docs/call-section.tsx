import type { ApiCall } from '../../content/api-docs.ts';
import { CodeBlock } from './code-block.tsx';
import { Sample } from './sample-block.tsx';
import { Section } from './section.tsx';

/** One call: its parameters, its samples and its response. */
export function CallSection({ call }: { call: ApiCall }) {
  return (
    <Section id={call.id} title={call.title} level={3}>
      <p className="call-line">
        <b>{call.method}</b> <code>{call.path}</code>
      </p>
      <p>{call.text}</p>
      {call.parameters.length > 0 ? (
        <dl className="parameters">
          {call.parameters.map(({ name, need, text }) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <span className="small muted">{need}</span>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {call.examples.map((example) => (
        <Sample key={example.title} example={example} />
      ))}
      <CodeBlock title={`Answer: ${call.title}`} code={JSON.stringify(call.answer, null, 2)} />
    </Section>
  );
}
