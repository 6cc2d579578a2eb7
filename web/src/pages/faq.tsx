import { questions } from '@reelwright/faq';
import { AppFrame } from '../app/app-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { ContactBox } from '../features/faq/contact-box.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { RequireSession } from '../session/require-session.tsx';
import { Accordion } from '../ui/accordion.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

export function FaqPage() {
  usePageTitle('FAQ');
  const { data: user } = useCurrentUser();
  const drive = useOpenDrive();
  return (
    <AppFrame user={user ?? null} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      <RequireSession skeleton={<Questions isSignedIn={false} />}>{() => <Questions isSignedIn />}</RequireSession>
    </AppFrame>
  );
}

/**
 * Until the session is known, an attribute that the browser has kept decides what is visible: who is signed in sees the
 * questions at once, and they stay the same elements when the session has arrived.
 */
function Questions({ isSignedIn }: { isSignedIn: boolean }) {
  const measure = isSignedIn ? 'measure' : 'measure for-signed-in';
  return (
    <main id="main" className="wrap app-main">
      <div>
        <h1>FAQ</h1>
        <p className="muted under-title">Short answers to common questions. If yours is not among them, write to us.</p>
      </div>
      <div className={measure}>
        <Accordion items={[...questions]} />
      </div>
      <div className={measure}>
        <ContactBox />
      </div>
      {isSignedIn ? null : (
        <div className="for-guest">
          <FaqSkeleton />
        </div>
      )}
    </main>
  );
}

function FaqSkeleton() {
  return (
    <Loading text="Loading the questions...">
      <div className="measure stack">
        {questions.map(({ id }) => (
          <Skeleton key={id} height="52px" />
        ))}
      </div>
    </Loading>
  );
}
