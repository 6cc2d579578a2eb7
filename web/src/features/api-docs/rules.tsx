import {
  apiErrors,
  asyncExample,
  errorExample,
  limitHeaders,
  limits,
  postStatuses,
  repeatExample,
} from '../../content/api-docs.ts';
import { CodeBlock } from './code-block.tsx';
import { Sample } from './sample-block.tsx';
import { Part } from './section.tsx';

function Facts({ facts, code }: { facts: readonly (readonly [string, string])[]; code?: boolean }) {
  return (
    <dl className="parameters">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{code ? <code>{name}</code> : <b>{name}</b>}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rules that all posting calls share. */
export function PostRules() {
  return (
    <>
      <Part id="status">
        <p>
          Each answer to a post has an <code>id</code> and a <code>status</code>. A repeat of the request and{' '}
          <a href="#get-post">GET posts</a> return the current state. <code>success</code> says that no platform has
          failed so far. <code>posted_to</code> and each result’s <code>state</code> say which platforms have the video.
        </p>
        <Facts facts={postStatuses} code />
      </Part>
      <Part id="waiting">
        <p>
          A platform may need longer than the minute a request waits. The answer then says <code>processing</code>: ask
          by its <code>id</code>, or repeat the request with its Idempotency-Key. Nothing is posted twice.
        </p>
        <p>
          With <code>Prefer: respond-async</code> a request does not wait at all, with <code>Prefer: wait=10</code> ten
          seconds at most. The header <code>Location</code> says where to ask.
        </p>
        <Sample example={asyncExample} />
      </Part>
      <Part id="idempotency">
        <p>
          Give each post an <code>Idempotency-Key</code> of your own, up to 200 visible characters. For 24 hours the
          same request with it is the same post, also with another API key of yours: it is not posted again, and costs
          no upload.
        </p>
        <Sample example={repeatExample} />
      </Part>
      <Part id="base64">
        <p>
          In JSON the video is text: base64, in either alphabet, with or without padding, or as a data URL. It makes the
          body a third larger; a form takes the file as it is.
        </p>
        <CodeBlock title="A file as base64" code={"base64 < video.mp4 | tr -d '\\n' > video.b64"} />
      </Part>
      <Part id="limits">
        <Facts facts={limits} />
        <Facts facts={limitHeaders} code />
      </Part>
      <Part id="errors">
        <p>
          The body of an error has a code and a message. In <code>errors</code>, each platform that does not have the
          video has the same two.
        </p>
        <CodeBlock title="An error" code={JSON.stringify(errorExample, null, 2)} />
        <table className="errors">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {apiErrors.map(([status, code, when]) => (
              <tr key={`${status} ${code}`}>
                <td className="number">{status}</td>
                <td>
                  <code>{code}</code>
                </td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </>
  );
}
