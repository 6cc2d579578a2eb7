import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { operator } from '../../content/operator.ts';
import { Facts, MailTo } from './parts.tsx';
import type { LegalSection } from './section.ts';

/** Sections 1 to 7: who controls the data, which data, purposes, retention, location and security. */
export const dataSections: readonly LegalSection[] = [
  {
    id: 'controller',
    title: 'Controller',
    body: (
      <>
        <p>
          The controller of your personal data is {operator.company}, {operator.address}. Write to <MailTo /> with any
          question about privacy, or choose “Privacy” on the{' '}
          <Link to={`${paths.contact}?topic=privacy`}>contact form</Link>.
        </p>
        <p>
          If somebody asks you to publish their data through Reelwright, you are its controller and we process it for
          you.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <>
        <p>
          Reelwright is for people aged 16 and over. If you are under 16, you need the consent of a parent or guardian.
        </p>
        <p>
          We knowingly collect no data from children under 13. If you think that a child has given us data, write to us
          and we will delete it.
        </p>
      </>
    ),
  },
  {
    id: 'data',
    title: 'Data we collect',
    body: (
      <>
        <Facts
          items={[
            ['Identity data', 'Your name, e-mail address and profile picture, and your password as a hash.'],
            [
              'Payment data',
              'Your plan, payments and invoices, and the customer number at Stripe. Stripe keeps the card number; we never get it.',
            ],
            [
              'Technical data',
              'Your session, your browser, and your IP address while a request is answered and limits are counted.',
            ],
            [
              'Social media data',
              'The name and ID of each account or Page you connect, the access you granted (encrypted), and what was posted, with its address, figures and errors.',
            ],
            [
              'Usage data',
              'Your settings, notes, brand, logo, calendar and videos. Pages viewed, with a shortened IP address, and not at all if your browser sends “Do Not Track” or “Global Privacy Control”.',
            ],
            [
              'Communication data',
              'What you write to us by e-mail, contact form or chat, and which e-mails we sent you.',
            ],
          ]}
        />
        <p>
          We get this data from you, from your browser, and from the providers you connect. You need to give us an
          e-mail address to have an account. The rest is optional, but parts of the service need it.
        </p>
      </>
    ),
  },
  {
    id: 'purposes',
    title: 'Purposes and legal bases',
    body: (
      <>
        <Facts
          items={[
            [
              'To provide the service',
              'Your account, and making, delivering and posting videos. Basis: our contract with you, Article 6(1)(b) GDPR.',
            ],
            [
              'To bill you',
              'Plans, payments and invoices. Basis: contract, and legal obligations for tax records, Article 6(1)(b) and (c).',
            ],
            [
              'To keep it safe',
              'Rate limits, fraud and abuse, and errors. Basis: our legitimate interest in a safe service, Article 6(1)(f).',
            ],
            [
              'To improve it',
              'Page views and counts of videos. Basis: our legitimate interest in knowing what is used, Article 6(1)(f).',
            ],
            [
              'To answer you',
              'Support, and requests about rights. Basis: contract, legal obligation or legitimate interest, Article 6(1)(b), (c) and (f).',
            ],
            [
              'To connect accounts',
              'Posting to the accounts you connect. Basis: your consent at the platform and our contract, Article 6(1)(a) and (b).',
            ],
            [
              'Marketing',
              'Only with your consent, Article 6(1)(a), which you can withdraw at any time. We do not send marketing e-mails today.',
            ],
          ]}
        />
        <p>We make no automated decisions about you that have legal effects, and we do not sell your data.</p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'Retention',
    body: (
      <>
        <Facts
          items={[
            [
              'Generated content',
              '3 months on our servers. The copies in your Drive folder stay until your account is deleted; those in your own Drive stay yours.',
            ],
            ['Usage logs', '12 months. After that only counts without a name remain.'],
            [
              'Payment records',
              '7–10 years, as tax law requires. When you delete your account, your name is removed from them.',
            ],
            ['Marketing data', 'Up to 5 years, or until you withdraw your consent.'],
            ['Account data', 'Until you delete your account, or 5 years of inactivity.'],
            ['Social media data', 'Until you delete your account. Access ends when you disconnect.'],
            ['Uploads by API', 'A video you upload, with its audio: deleted within 24 hours.'],
            [
              'Messages to support',
              'In our system 30 days after they were sent. In our mailbox as long as your request needs.',
            ],
            ['IP address for limits', 'About a day.'],
          ]}
        />
        <p>
          When you delete your account, a receipt without your name stays for 12 months, so that you can prove it.
          Internal messages between our servers are deleted after 7 days.
        </p>
      </>
    ),
  },
  {
    id: 'transfers',
    title: 'Transfers outside the EU',
    body: (
      <p>
        Some of our providers process data outside the European Economic Area, mostly in the United States. That happens
        only on the basis of an adequacy decision of the European Commission, such as the EU-US Data Privacy Framework,
        or of the Commission’s standard contractual clauses. You can ask us for a copy.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <>
        <p>
          Connections are encrypted. Passwords, sessions and API keys are stored as hashes, and access to your connected
          accounts is stored encrypted. Inside, each service sees only the data it needs. We never store the passwords
          of your social media accounts.
        </p>
        <p>
          No system is perfectly safe. If a breach puts you at high risk, we tell you and the supervisory authority as
          Articles 33 and 34 GDPR require.
        </p>
      </>
    ),
  },
];
