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
      <RequireSession
        skeleton={
          <Main>
            <FaqSkeleton />
          </Main>
        }
      >
        {() => (
          <Main>
            <div className="measure">
              <Accordion items={[...questions]} />
            </div>
            <div className="measure">
              <ContactBox />
            </div>
          </Main>
        )}
      </RequireSession>
    </AppFrame>
  );
}

function Main({ children }: { children: React.ReactNode }) {
  return (
    <main id="main" className="wrap app-main">
      <div>
        <h1>FAQ</h1>
        <p className="muted under-title">Short answers to common questions. If yours is not among them, write to us.</p>
      </div>
      {children}
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
