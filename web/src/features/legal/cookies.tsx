import { storageKeys } from '../../lib/browser-storage.ts';
import { Facts } from './parts.tsx';

/** The cookies and storage entries that this site sets. Each entry is a name in the code. */
export function Cookies() {
  return (
    <>
      <p>We set only what the service needs to work. There are no advertising or tracking cookies.</p>
      <Facts
        items={[
          ['__Host-sid', 'Cookie. Keeps you signed in. Ends after 7 days without use, after 30 days in any case.'],
          [
            '__Host-signed-in',
            'Cookie. Says that you may be signed in, so that pages ask for your account only then. Until you sign out, 30 days at most.',
          ],
          [
            '__Host-browser',
            'Cookie. Remembers that you signed in with this browser, so that wrong passwords of others do not make you wait. 180 days.',
          ],
          [
            '__Host-google-state, __Host-google-verifier',
            'Cookies. Protect signing in with Google. They end with the sign-in, or when the browser is closed.',
          ],
          [
            '__Host-cell',
            'Cookie. Names the group of servers that has your account, if there is more than one. It stays when you sign out. 30 days.',
          ],
          ['__Host-link', 'Cookie. Links Google sign-in with an account that has a password. 10 minutes.'],
          ['__Host-adm', 'Cookie. Only for administrators. 8 hours.'],
          [storageKeys.theme, 'Local storage. Remembers light or dark, if you choose one. Until you clear it.'],
          [storageKeys.payingSince, 'Local storage. Remembers that you went to the payment page. Used for 15 minutes.'],
          [
            storageKeys.chat,
            'Local storage. Keeps the last 30 lines of your chat with the assistant. Until you sign out, start over or clear it.',
          ],
          [
            storageKeys.contactDraft,
            'Session storage. Keeps a message to us that you have not sent. Until you sign out or close the tab.',
          ],
          [
            storageKeys.connectFailures,
            'Session storage. Remembers why an account could not be connected. Until you sign out or close the tab.',
          ],
          [storageKeys.keptMessage, 'Session storage. Carries a short message to the next page. Until it is shown.'],
          [
            storageKeys.noVideo,
            'Local storage. Remembers that you have made no video yet. Until you make one or sign out.',
          ],
          [
            `${storageKeys.calendarDraft}…`,
            'Session storage. Keeps calendar changes that you have not saved. Until you close the tab.',
          ],
          [storageKeys.admin, 'Session storage. Only for administrators. Until you close the tab.'],
        ]}
      />
      <p>
        These need no consent, because the service cannot work without them or you asked for them. You can delete and
        block them in your browser. Without the first one you cannot sign in. The providers’ own pages, such as Stripe’s
        checkout, set their own cookies.
      </p>
    </>
  );
}
