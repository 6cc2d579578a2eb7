import { Facts } from './parts.tsx';

/** What this site really sets; each entry is a name in the code. */
export function Cookies() {
  return (
    <>
      <p>We set only what the service needs to work. There are no advertising or tracking cookies.</p>
      <Facts
        items={[
          ['__Host-sid', 'Cookie. Keeps you signed in. Ends after 7 days without use, after 30 days in any case.'],
          [
            '__Host-google-state, __Host-google-verifier',
            'Cookies. Protect the way to Google sign-in and back. They end with it, or when the browser is closed.',
          ],
          ['__Host-link', 'Cookie. Links Google sign-in with an account that has a password. 10 minutes.'],
          ['__Host-adm', 'Cookie. Only for administrators. 8 hours.'],
          ['theme', 'Local storage. Remembers light or dark, if you choose one. Until you clear it.'],
          ['paying-since', 'Local storage. Remembers that you went to the payment page. Used for 15 minutes.'],
          [
            'Session storage',
            'Keeps what you have typed and not yet saved or sent, such as your calendar draft. Until you close the tab.',
          ],
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
