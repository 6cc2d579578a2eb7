import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate, formatDayAndTime } from '../../lib/format-date.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Pip, Pips } from '../../ui/pips.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type RegenerationStatus, regenerationStatusQuery, useRegenerateVideos } from './api.ts';
import { KeptVideos } from './kept-videos.tsx';
import { RegenerationSkeleton } from './skeleton.tsx';
import { TimeLeft } from './time-left.tsx';
import { useWaitDays } from './use-wait-days.ts';
import { WAIT_DAYS } from './wait.ts';

interface Props {
  isFree: boolean;
  /** Why there is nothing to regenerate; null if there is. */
  nothingYet: string | null;
  /** The name of a video on the calendar; null if it is not on the calendar. */
  nameOf: (videoId: string) => string | null;
  /** The link to the page that shows the progress. */
  progressLink: ReactNode;
}

/** Whether the videos can be regenerated, what regeneration does, and the button. */
export function RegenerationCard(props: Props) {
  const { data: status, isError, refetch, isFetching } = useQuery(regenerationStatusQuery);
  if (status) return <Regeneration status={status} {...props} />;
  return isError ? (
    <LoadError
      title="Unable to load regeneration status"
      text="Your videos and your schedule are not affected."
      onRetry={() => refetch()}
      busy={isFetching}
    />
  ) : (
    <RegenerationSkeleton />
  );
}

function Regeneration({ status, ...props }: Props & { status: RegenerationStatus }) {
  const { isFree, nothingYet, nameOf, progressLink } = props;
  const days = useWaitDays(status);
  const client = useQueryClient();
  const isOver = days === 0 && !status.canRegenerate;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: regenerationStatusQuery.queryKey });
  }, [isOver, client]);

  const regenerate = useRegenerateVideos();
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is now disabled, so the focus moves.
    if (regenerate.data) result.current?.focus();
  }, [regenerate.data]);
  const start = () => {
    setConfirming(false);
    regenerate.mutate(undefined, {
      onSuccess: () =>
        toast({
          tone: 'ok',
          title: 'Videos Regenerated!',
          text: 'Your videos have been regenerated successfully.',
        }),
      onError: (error) =>
        toast({
          tone: 'bad',
          title: 'Error',
          ...writeProblem(error, {
            fallback: 'Failed to regenerate videos. Please try again.',
            effect: 'your videos are regenerated',
          }),
        }),
    });
  };

  return (
    <Card title="Regeneration" aside={<State days={days} />}>
      {days > 0 ? <Countdown status={status} days={days} /> : null}
      <p>All scheduled videos are regenerated with the same settings, once every {WAIT_DAYS} days.</p>
      <ul className="bullets">
        {isFree ? <li>On the Free plan that is your last video.</li> : null}
        <li>A finished video that has not gone out yet is made again, and replaces the one in your Drive.</li>
        <li>It does not count as used.</li>
        <li>A posted video is never posted again.</li>
      </ul>
      <dl className="facts last-regenerated">
        <div>
          <dt>Last regenerated</dt>
          <dd className={status.lastRegeneratedAt ? undefined : 'muted'}>
            {status.lastRegeneratedAt ? formatDate(status.lastRegeneratedAt) : 'Never'}
          </dd>
        </div>
      </dl>
      <div className="row">
        <Button
          tone="primary"
          disabled={days > 0 || nothingYet !== null}
          busy={regenerate.isPending}
          busyText="Regenerating..."
          onClick={() => setConfirming(true)}
        >
          Regenerate All Videos
        </Button>
      </div>
      {nothingYet ? <p className="small muted">{nothingYet}</p> : null}
      <div role="status" ref={result} tabIndex={-1}>
        {regenerate.data ? <KeptVideos {...regenerate.data} nameOf={nameOf} progressLink={progressLink} /> : null}
      </div>
      {confirming ? (
        <ConfirmDialog
          title="Regenerate all videos?"
          text="Every video that has not gone out is made again with the same settings."
          more={[`You can do this once every ${WAIT_DAYS} days.`]}
          action="Regenerate"
          safe="Keep my videos"
          onConfirm={start}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Card>
  );
}

function State({ days }: { days: number }) {
  if (days === 0) {
    return (
      <span className="badge ok">
        <Pip state="ok" />
        Ready
      </span>
    );
  }
  return (
    <span className="badge">
      <Pip />
      {`Wait ${days} More ${days === 1 ? 'Day' : 'Days'}`}
    </span>
  );
}

function Countdown({ status, days }: { status: RegenerationStatus; days: number }) {
  const passedDays = WAIT_DAYS - days;
  return (
    <div className="regeneration-wait">
      <TimeLeft status={status} />
      <Pips states={Array.from({ length: WAIT_DAYS }, (_, day) => (day < passedDays ? 'on' : 'empty'))} width={18} />
      <p>{`Next regeneration available in ${days} day(s)`}</p>
      <p className="small muted">{formatDayAndTime(status.nextAt ?? '')}</p>
    </div>
  );
}
