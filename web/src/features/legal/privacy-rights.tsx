import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { operator } from '../../content/operator.ts';
import { Cookies } from './cookies.tsx';
import { Facts, MailTo, Outside } from './parts.tsx';
import type { LegalSection } from './section.ts';

/** Sections 8 to 14: your rights, recipients of data, and further details that the law requires. */
export const rightsSections: readonly LegalSection[] = [
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>You can use most of your rights yourself, immediately and free of charge:</p>
        <Facts
          items={[
            [
              'Access and portability',
              <>
                “Download your data” on your <Link to={paths.profile}>profile</Link>: everything, in one JSON file.
              </>,
            ],
            [
              'Rectification',
              <>
                “Edit” on your <Link to={paths.profile}>profile</Link>.
              </>,
            ],
            [
              'Erasure',
              <>
                “Delete account” on your <Link to={paths.profile}>profile</Link>, or one of the other ways on{' '}
                <Link to={paths.dataDeletion}>Data deletion</Link>. It is complete within 30 days, usually in minutes.
              </>,
            ],
            [
              'Withdrawal of consent',
              <>
                Disconnect an account on <Link to={paths.social}>Social Media</Link>. What happened before stays lawful.
              </>,
            ],
            [
              'Restriction and objection',
              <>
                Write to <MailTo />. You can object at any time to what we do on the basis of legitimate interest.
              </>,
            ],
          ]}
        />
        <p>
          For anything else, write to <MailTo />. You get our response within 30 days. We may ask you to show that the
          account is yours.
        </p>
      </>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third-party services',
    body: (
      <>
        <h3>Google sign-in, Google Drive and YouTube API Services</h3>
        <p>
          With Google sign-in we get your name, e-mail address and picture. We share your Drive folder with your e-mail
          address. If you choose to use your own Drive, we get the name and address of its account, save your new videos
          there and can see no other file; what is in your Drive stays yours when you disconnect it or delete your
          account. If you connect YouTube, we use YouTube API Services to read the name of your channel, upload your
          videos and look up their status. The{' '}
          <Outside href="https://policies.google.com/privacy">Google Privacy Policy</Outside> applies at Google. You can
          end our access on <Outside href="https://myaccount.google.com/permissions">Google’s permissions page</Outside>
          .
        </p>
        <p>
          Reelwright’s use and transfer to any other app of information received from Google APIs will adhere to the{' '}
          <Outside href="https://developers.google.com/terms/api-services-user-data-policy">
            Google API Services User Data Policy
          </Outside>
          , including the Limited Use requirements.
        </p>
        <h3>TikTok and Meta</h3>
        <p>
          If you connect TikTok, Facebook or Instagram, we get the name and ID of your account or Page and send your
          videos and captions there. See the policies of{' '}
          <Outside href="https://www.tiktok.com/legal/privacy-policy">TikTok</Outside> and{' '}
          <Outside href="https://www.facebook.com/privacy/policy">Meta</Outside>. You can also end our access in their
          settings.
        </p>
        <h3>Stripe</h3>
        <p>
          Stripe takes your payments and gets your name, e-mail address and card data. See{' '}
          <Outside href="https://stripe.com/privacy">Stripe’s privacy policy</Outside>.
        </p>
        <h3>The video model</h3>
        <p>
          To make a video, your notes and what you say about you and your brand are sent to the AI video model, which is
          run by {operator.videoModelProvider}. Please do not include sensitive data in them.
        </p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Sharing',
    body: (
      <>
        <p>We share data only:</p>
        <ul>
          <li>with the services above, as far as each needs it,</li>
          <li>with companies that host our servers, send our mail or answer chat messages on our behalf,</li>
          <li>with the public, when a video is posted for you,</li>
          <li>with authorities and courts, when the law obliges us,</li>
          <li>with a buyer of the business, under this policy.</li>
        </ul>
      </>
    ),
  },
  { id: 'cookies', title: 'Cookies', body: <Cookies /> },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change this policy, we publish it here with its new date. If a change matters to you, we announce it on
        the website before it applies.
      </p>
    ),
  },
  {
    id: 'complaints',
    title: 'Complaints',
    body: (
      <p>
        Please <Link to={paths.contact}>write to us</Link> first, so that we can put it right. You may also complain to
        the supervisory authority of the country where you live or work, or to ours:{' '}
        <Outside href={operator.authority.url}>{operator.authority.name}</Outside>.
      </p>
    ),
  },
  {
    id: 'legal-framework',
    title: 'Legal framework',
    body: (
      <p>
        This policy follows the General Data Protection Regulation (EU) 2016/679 (GDPR), the ePrivacy Directive
        2002/58/EC, and the data protection law of {operator.country}.
      </p>
    ),
  },
];
