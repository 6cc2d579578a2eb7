import { useEffect } from 'react';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { calls } from '../content/api-docs.ts';
import { CallSection } from '../features/api-docs/call-section.tsx';
import { Contents } from '../features/api-docs/contents.tsx';
import { FirstCall } from '../features/api-docs/first-call.tsx';
import { PostRules } from '../features/api-docs/rules.tsx';
import { SampleLanguage } from '../features/api-docs/sample-block.tsx';

export function ApiDocsPage() {
  usePageTitle('API documentation');
  // The router scrolled before this page was rendered, so the section in the address is scrolled to here.
  useEffect(() => {
    const { hash } = window.location;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <SiteFrame signInText="Sign In">
      <main id="main" className="wrap app-main">
        <div>
          <h1>API documentation</h1>
          <p className="muted under-title">Post videos from your own programs to the platforms you have connected.</p>
        </div>
        <div className="docs">
          <Contents />
          <SampleLanguage>
            <div className="docs-body">
              <FirstCall />
              <section className="docs-section" aria-labelledby="calls">
                <h2 id="calls">Calls</h2>
                {calls.map((call) => (
                  <CallSection key={call.id} call={call} />
                ))}
              </section>
              <PostRules />
            </div>
          </SampleLanguage>
        </div>
      </main>
    </SiteFrame>
  );
}
