import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { operator } from '../../content/operator.ts';
import { Facts, MailTo } from './parts.tsx';
import type { LegalSection } from './section.ts';

/** Sections 8 to 14: liability, changes, termination and law. */
export const lawSections: readonly LegalSection[] = [
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We run Reelwright with care, but we do not promise that it is always available or free of errors. We are not
          responsible for what platforms and other providers do, or for what you publish.
        </p>
        <p>
          Our total liability to you is limited to the lower of these two amounts: what you paid us in the last 12
          months, or 100 euro.
        </p>
        <p>
          Nothing in these terms limits liability that the law does not allow to be limited. That is the case for
          intent, gross negligence, death and personal injury, and for the mandatory rights of consumers.
        </p>
      </>
    ),
  },
  {
    id: 'data-storage',
    title: 'Data storage',
    body: (
      <>
        <p>We do not keep everything forever. Please save what you want to keep.</p>
        <Facts
          items={[
            [
              'Generated content',
              '3 months on our servers. Copies in your Drive folder stay until your account ends; those in your own Drive stay yours.',
            ],
            ['Usage logs', '12 months.'],
            ['Payment records', '7–10 years, as tax law requires.'],
            ['Account data', 'Until you delete your account, or 5 years of inactivity.'],
            [
              'Uploads by API',
              'Uploaded third-party audio is deleted within 24 hours, together with the video you uploaded.',
            ],
          ]}
        />
        <p>We are not a backup service. A video that was deleted cannot be brought back.</p>
      </>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    body: (
      <p>
        Our <Link to={paths.privacy}>privacy policy</Link> says which personal data we use, for what, and what your
        rights are. <Link to={paths.dataDeletion}>Data deletion</Link> explains how to have your data deleted.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <>
        <p>
          We may change these terms when the law, the platforms or the service change. The new text is published on this
          page with its date. If a change matters to you, we announce it on the website at least 30 days before it
          applies.
        </p>
        <p>
          If you do not agree with a change, you can cancel your plan or delete your account before it applies. A new
          price applies from your next renewal at the earliest.
        </p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <>
        <p>
          You can delete your account at any time on your <Link to={paths.profile}>profile</Link>. It ends immediately:
          posts that have not gone out are stopped, a paid plan is cancelled without a refund, and your data is deleted
          as the privacy policy says. Posts that are already on a platform stay there until you remove them.
        </p>
        <p>
          We may suspend or close an account that seriously or repeatedly breaks these terms. We say why, and, where we
          can, we give you time to put it right. You can ask us to look at the decision again: <MailTo />.
        </p>
        <p>We may end the service with 30 days’ notice. We then refund what you have paid for the time after that.</p>
      </>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    body: (
      <>
        <p>
          The law of {operator.country} governs these terms, without its rules on conflicts of law. Courts at our seat
          decide disputes.
        </p>
        <p>
          If you are a consumer, you keep the protection of the mandatory law of the country you live in, and you may
          also go to the courts there.
        </p>
        <p>
          Please <Link to={paths.contact}>write to us</Link> first. Most problems are solved faster that way.
        </p>
      </>
    ),
  },
  {
    id: 'final',
    title: 'Final provisions',
    body: (
      <>
        <p>
          If a part of these terms is not valid, the rest still applies. If we do not use a right once, we do not give
          it up. You may not transfer this contract without our consent. We may transfer it with the business, and your
          rights stay the same.
        </p>
        <p>These terms, with the pages they link to, are the whole agreement between you and us.</p>
      </>
    ),
  },
];
