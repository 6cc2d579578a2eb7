import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { isTopic } from '../features/contact/topics.ts';
import { WriteMail } from '../features/contact/write-mail.tsx';
import { WriteToUs } from '../features/contact/write-to-us.tsx';
import { Card } from '../ui/card.tsx';

export function ContactPage() {
  usePageTitle('Contact');
  const [search] = useSearchParams();
  const topic = search.get('topic');
  return (
    <SiteFrame signInText="Sign In">
      <main id="main" className="wrap app-main">
        <div>
          <h1>Contact</h1>
          <p className="lead under-title">Typical reply within 24 hours on business days.</p>
        </div>
        <div className="contact">
          <WriteToUs linkedTopic={isTopic(topic) ? topic : null} />
          <div className="contact-side">
            <WriteMail />
            <Card title="Good to know">
              <ul className="contact-links">
                <li>
                  <Link to={paths.faq}>FAQ</Link>
                  <span className="small muted">Answers for people with an account</span>
                </li>
                <li>
                  <Link to={paths.dataDeletion}>Data deletion</Link>
                  <span className="small muted">Have everything about you deleted</span>
                </li>
                <li>
                  <Link to={`${paths.terms}#takedown`}>Takedown requests</Link>
                  <span className="small muted">We reply within 48 hours</span>
                </li>
                <li>
                  <Link to={paths.privacy}>Privacy policy</Link>
                  <span className="small muted">What we do with your data</span>
                </li>
              </ul>
            </Card>
          </div>
        </div>
      </main>
    </SiteFrame>
  );
}
