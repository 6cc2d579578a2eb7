import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRestoredPage } from '../../lib/use-restored-page.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { Row } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type OwnDrive, ownDriveQuery, requestDriveConsent, useLeaveOwnDrive } from './api.ts';
import { useDriveReturn } from './use-drive-return.ts';

const LABEL = 'Google Drive';

/** The Drive that new videos go to: the folder that Reelwright shares, or the user's own Drive. */
export function OwnDriveRow({ user }: { user: CurrentUser }) {
  const row = useRef<HTMLDivElement>(null);
  useDriveReturn(row);
  const { data, isError, refetch, isFetching } = useQuery({ ...ownDriveQuery, refetchOnMount: 'always' });
  const [confirming, setConfirming] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  // The button that opened the dialog is gone then.
  useEffect(() => {
    if (hasLeft) row.current?.focus();
  }, [hasLeft]);
  if (!data) {
    return isError ? (
      <LoadFailure busy={isFetching} onRetry={() => refetch()} />
    ) : (
      <Row label={LABEL} ref={row}>
        <Skeleton width="12rem" />
      </Row>
    );
  }
  const { account } = data;
  return (
    <Row
      label={LABEL}
      ref={row}
      action={
        <>
          {account ? (
            <Button size="small" onClick={() => setConfirming(true)}>
              Use Reelwright’s folder
            </Button>
          ) : (
            <ConsentButton>Use my own Drive</ConsentButton>
          )}
          {confirming ? <LeaveDialog onLeft={() => setHasLeft(true)} onClose={() => setConfirming(false)} /> : null}
        </>
      }
    >
      {account ? <InOwnDrive account={account} drive={data} /> : <InSharedFolder email={user.email} />}
    </Row>
  );
}

function InSharedFolder({ email }: { email: string }) {
  return (
    <>
      <span className="badge">Reelwright’s folder</span>
      <p className="small muted">New videos go to a folder that we share with {email}.</p>
    </>
  );
}

function LoadFailure({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <Row
      label={LABEL}
      action={
        <Button size="small" busy={busy} onClick={onRetry}>
          Try again<span className="visually-hidden"> to load Google Drive</span>
        </Button>
      }
    >
      <p className="muted" role="alert">
        This did not load. Your videos are still delivered.
      </p>
    </Row>
  );
}

function InOwnDrive({ account, drive }: { account: NonNullable<OwnDrive['account']>; drive: OwnDrive }) {
  const isLost = drive.code === 'OWN_DRIVE_ACCESS_LOST';
  const videos = drive.waiting === 1 ? '1 video waits.' : `${drive.waiting} videos wait.`;
  return (
    <>
      <span className={drive.code ? 'badge warn' : 'badge ok'}>Your own Drive</span>
      <p className="small muted">
        New videos go to the folder ‘Reelwright videos’ in the Drive of {account.name} ({account.email}). Reelwright
        sees no other file there.
      </p>
      {drive.message ? (
        <Note
          tone={isLost ? 'bad' : 'warn'}
          title={drive.message}
          actions={isLost ? <ConsentButton>Reconnect</ConsentButton> : null}
        >
          {drive.waiting > 0 ? `${videos} ` : ''}
          {drive.fix}
        </Note>
      ) : null}
    </>
  );
}

/** Leads to Google's consent page, which returns to the profile. */
function ConsentButton({ children }: { children: string }) {
  const toast = useToast();
  const consent = useMutation({
    mutationFn: requestDriveConsent,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Error',
        ...writeProblem(error, { fallback: 'Google could not be opened. Please try again.', effect: 'it was opened' }),
      }),
  });
  useRestoredPage(consent.reset);
  return (
    <Button size="small" busy={consent.isPending || consent.isSuccess} onClick={() => consent.mutate()}>
      {children}
    </Button>
  );
}

function LeaveDialog({ onLeft, onClose }: { onLeft: () => void; onClose: () => void }) {
  const leave = useLeaveOwnDrive();
  const toast = useToast();
  const confirm = () =>
    leave.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'ok', title: 'Google Drive Disconnected', text: 'New videos go to Reelwright’s folder.' });
        onLeft();
      },
      onError: (error) =>
        toast({
          tone: 'bad',
          title: 'Error',
          ...writeProblem(error, {
            fallback: 'Your Drive could not be disconnected. Please try again.',
            effect: 'your Drive was disconnected',
          }),
        }),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title="Use Reelwright’s folder?"
      text="New videos, and those that wait, go to the folder that we share with you. Our access to your own Drive ends. The videos in it stay there."
      action="Use Reelwright’s folder"
      busy={leave.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
