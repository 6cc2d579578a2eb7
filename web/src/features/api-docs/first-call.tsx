import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { bearerExample, sampleVideo } from '../../content/api-docs.ts';
import { CodeBlock } from './code-block.tsx';
import { Sample } from './sample-block.tsx';
import { Part } from './section.tsx';
import { useOrigin } from './use-origin.ts';

/** How to get a key and a sample video for the first call. */
export function FirstCall() {
  const origin = useOrigin();
  return (
    <Part id="authentication">
      <p>
        Create a key under API access on <Link to={paths.profile}>your profile</Link>. It is shown once. Send it with
        each request, as <code className="unbroken">X-API-Key</code> or as a bearer token. Posting needs a paid plan,
        from Starter on, and an account on each platform connected on <Link to={paths.social}>Social Media</Link>.
      </p>
      <CodeBlock
        title="Before you begin"
        code={[
          "export REELWRIGHT_API_KEY='your key'",
          '# a video to try it with, if you have none at hand',
          `curl -o video.mp4 ${origin}${sampleVideo}`,
          '# the id of an answer, once there is one',
          "export POST_ID='id of a post'",
        ].join('\n')}
      />
      <Sample example={bearerExample} />
    </Part>
  );
}
