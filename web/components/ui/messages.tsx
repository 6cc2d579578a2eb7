import { type ReactNode, useState } from 'react';
import { Button } from '../../src/ui/button.tsx';
import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { Empty } from '../../src/ui/empty.tsx';
import { LoadError } from '../../src/ui/load-error.tsx';
import { Note } from '../../src/ui/note.tsx';
import { Loading, LoadingWords, Skeleton } from '../../src/ui/skeleton.tsx';
import { Toast, useToast } from '../../src/ui/toast.tsx';
import type { Example } from '../example.ts';

const nothing = () => {};

/** A button that shows what opens above the page. */
function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </span>
  );
}

function ToastButton() {
  const toast = useToast();
  return <Button onClick={() => toast({ tone: 'ok', title: 'Configuration Saved!' })}>Show</Button>;
}

/** What the page says to its reader, and what opens above it. */
export const messages: readonly Example[] = [
  {
    file: 'ui/note.tsx',
    states: (['plain', 'ok', 'warn', 'bad'] as const).map((tone) => [
      tone,
      <Note
        key={tone}
        tone={tone}
        title="YouTube took the video but has not shown it yet."
        actions={
          <Button size="small" tone="ink">
            Check now
          </Button>
        }
      >
        We look again in ten minutes. Nothing is posted twice.
      </Note>,
    ]),
  },
  {
    file: 'ui/load-error.tsx',
    states: [
      [
        'failed',
        <LoadError
          key="no"
          title="Your videos did not load"
          text="Your planned posts still go out."
          onRetry={nothing}
        />,
      ],
      [
        'trying again',
        <LoadError
          key="busy"
          title="Your videos did not load"
          text="Your planned posts still go out."
          onRetry={nothing}
          busy
        />,
      ],
    ],
  },
  {
    file: 'ui/empty.tsx',
    states: [
      [
        'with an action',
        <Empty key="one" text="You have no videos yet.">
          <Button tone="primary">Make a video</Button>
        </Empty>,
      ],
    ],
  },
  {
    file: 'ui/skeleton.tsx',
    states: [
      [
        'loading',
        <Loading key="one" text="Loading your videos..." hasWords>
          <LoadingWords text="Loading your videos..." />
          <span className="stack">
            <Skeleton width="12rem" height="1.75rem" />
            <Skeleton width="18rem" />
          </span>
        </Loading>,
      ],
    ],
  },
  {
    file: 'ui/toast.tsx',
    states: [
      [
        'done',
        <Toast
          key="ok"
          message={{ tone: 'ok', title: 'Payment Completed!', text: 'Your Pro plan has been activated successfully.' }}
          onClose={nothing}
        />,
      ],
      [
        'failed',
        <Toast
          key="bad"
          message={{
            tone: 'bad',
            title: 'Error',
            text: 'Unable to save configuration. Please try again.',
            reason: 'The server did not answer.',
          }}
          onClose={nothing}
        />,
      ],
      ['neutral', <Toast key="plain" message={{ title: 'File saved' }} onClose={nothing} />],
      ['on the page, for five seconds', <ToastButton key="page" />],
    ],
  },
  {
    file: 'ui/dialog.tsx',
    states: [
      [
        'dialog',
        <Opened key="one">
          {(close) => (
            <Dialog title="Schedule Video" onClose={close}>
              <p>Its content.</p>
              <div className="dialog-actions">
                <Button onClick={close}>Cancel</Button>
                <Button tone="primary" onClick={close}>
                  Add Video
                </Button>
              </div>
            </Dialog>
          )}
        </Opened>,
      ],
      [
        'wide',
        <Opened key="wide">
          {(close) => (
            <Dialog wide title="Upgrade Your Plan" onClose={close}>
              <p>Its content.</p>
            </Dialog>
          )}
        </Opened>,
      ],
      [
        'not closed while a save runs',
        <Opened key="saving">
          {(close) => (
            <Dialog saving title="TikTok settings" onClose={close}>
              <p>Its fields.</p>
              <div className="dialog-actions">
                <Button tone="primary" busy>
                  Save
                </Button>
                <Button onClick={close}>It is saved</Button>
              </div>
            </Dialog>
          )}
        </Opened>,
      ],
      [
        'not closed by a click outside',
        <Opened key="keep">
          {(close) => (
            <Dialog keepOpen title="API Key Generated" onClose={close}>
              <p>You will not see it again.</p>
              <div className="dialog-actions">
                <Button tone="ink" onClick={close}>
                  Done
                </Button>
              </div>
            </Dialog>
          )}
        </Opened>,
      ],
    ],
  },
  {
    file: 'ui/confirm-dialog.tsx',
    states: [
      [
        'a question',
        <Opened key="one">
          {(close) => (
            <ConfirmDialog
              title="Cancel Subscription"
              text="Are you sure?"
              more={['Your plan ends on December 2, 2026.']}
              action="Cancel Subscription"
              safe="Keep Pro"
              onConfirm={close}
              onClose={close}
            />
          )}
        </Opened>,
      ],
      [
        'being done',
        <Opened key="busy">
          {(close) => (
            <ConfirmDialog
              busy
              title="Cancel Subscription"
              text="Are you sure?"
              action="Cancel Subscription"
              onConfirm={close}
              onClose={close}
            />
          )}
        </Opened>,
      ],
    ],
  },
];
