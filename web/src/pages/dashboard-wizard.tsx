import { type Platform, platformNames } from '@reelwright/product';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { canPost, hasAdvancedScheduling, planOf, plansAbove } from '../content/plans.ts';
import { goesOut, isPaused } from '../content/statuses.ts';
import { countableOf, isOverLimit } from '../features/calendar/limits.ts';
import { LockedCalendar } from '../features/calendar/locked-calendar.tsx';
import { Schedule } from '../features/calendar/schedule.tsx';
import { availablePlatforms, connectedPlatforms, connectionsQuery } from '../features/social-connections/api.ts';
import { RenewButton } from '../features/subscription/renew-button.tsx';
import { usagePips } from '../features/usage/usage.ts';
import { forecastQuery, useSaveConfiguration, type VideoConfiguration } from '../features/video-wizard/api.ts';
import { emptyDraft, entriesOf, releasedBy, settingsAfter, toInput } from '../features/video-wizard/draft.ts';
import { SuggestedTexts } from '../features/video-wizard/suggested-texts.tsx';
import { textProblems } from '../features/video-wizard/text-rules.ts';
import type { Drafting } from '../features/video-wizard/use-draft.ts';
import { VideoWizard } from '../features/video-wizard/wizard.tsx';
import type { VideoList } from '../features/videos/api.ts';
import { lastKnownAt, VideosNotLoaded } from '../features/videos/list-problems.tsx';
import { RundownSkeleton } from '../features/videos/rundown.tsx';
import { ApiError, codeOf, isUnauthorized, messageOf } from '../lib/api-client.ts';
import { formatDayAndTime } from '../lib/format-date.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useRetryFailedReads } from '../lib/use-retry-failed-reads.ts';
import { isOutcomeUnknown, outcomeUnknownText } from '../lib/write-problem.ts';
import { browserZone, instantOf, knowsZone } from '../lib/zoned-time.ts';
import { type CurrentUser, refreshCurrentUser } from '../session/current-user.ts';
import { useRedirectToLogin } from '../session/use-redirect-to-login.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useToast } from '../ui/toast.tsx';
import { ConfigurationSaved, FreeVideo } from './dashboard-done.tsx';
import { WizardSkeleton } from './dashboard-skeleton.tsx';
import { freeVideosUsed } from './free-videos-used.tsx';
import { OtherTabNote } from './other-tab-note.tsx';
import { PausedNote } from './paused-note.tsx';
import { planEndOf } from './plan-end.tsx';
import { useWizardStep } from './use-wizard-step.ts';

interface Props {
  user: CurrentUser;
  videos: UseQueryResult<VideoList>;
  configuration: UseQueryResult<VideoConfiguration>;
  drafting: Drafting;
  /** The videos that the unsaved draft adds to this month. */
  drafted: number;
  onShowVideos: () => void;
  onUpgrade: () => void;
}

export function DashboardWizard(props: Props) {
  const { data, isError, error } = props.configuration;
  const retryFailed = useRetryFailedReads();
  useRedirectToLogin(isUnauthorized(error));
  if (data) return <ConfigurationSteps {...props} saved={data} />;
  if (!isError) return <WizardSkeleton />;
  return (
    <LoadError
      title="Your configuration did not load"
      text={`Your saved configuration is safe${props.user.subscriptionTier === 'free' ? '' : ', and scheduled videos still go out'}.`}
      onRetry={retryFailed}
    />
  );
}

function ConfigurationSteps({ user, onShowVideos, onUpgrade, ...props }: Props & { saved: VideoConfiguration }) {
  const videos = props.videos.data?.videos ?? [];
  const isPostingPaused = props.videos.data?.posting.paused ?? false;
  const videoOf = new Map(videos.map((video) => [video.id, video]));
  // The list of videos is polled and the calendar is not, so the status comes from the list.
  const scheduledDates = props.saved.scheduledDates.map((entry) => ({
    ...entry,
    status: videoOf.get(entry.id)?.status ?? entry.status,
  }));
  const saved = { ...props.saved, scheduledDates };
  const retryFailed = useRetryFailedReads();
  const free = user.subscriptionTier === 'free';
  const [addressStep, goTo] = useWizardStep();
  const [hasSaved, setIsSaved] = useState(false);
  // Back and forward lead from the confirmation to the steps.
  const isSaved = useNavigationType() !== 'POP' && hasSaved;
  const [isSessionLost, setIsSessionLost] = useState(false);
  const [problem, setProblem] = useState<{ title: string; text: string; action?: ReactNode } | null>(null);
  const { changedAt, actions, otherTab } = props.drafting;
  // The confirmation shows what is saved, without what another tab has drafted meanwhile.
  const draft = isSaved ? emptyDraft : props.drafting.draft;
  const save = useSaveConfiguration();
  const toast = useToast();
  const client = useQueryClient();
  const connections = useQuery({ ...connectionsQuery, enabled: canPost(user.subscriptionTier) });
  const forecast = useQuery({
    ...forecastQuery(saved.version),
    enabled: saved.saved && canPost(user.subscriptionTier),
  });
  useRedirectToLogin(isSessionLost, 'Session expired. Please login again...');

  const available = availablePlatforms(connections.data);
  const connected = connectedPlatforms(connections.data);
  const ownZone = browserZone();
  const settings = settingsAfter(saved, draft, ownZone);
  const zone = settings.timeZone;
  const entries = entriesOf(saved, draft, ownZone).map((entry) => {
    // The posts of a video belong to the saved entry; they are not shown once the entry is changed.
    const video = entry.saved ? videoOf.get(entry.key) : undefined;
    const refusals = entry.saved ? forecast.data?.refusals.filter(({ id }) => id === entry.key) : undefined;
    if (!video) return { ...entry, ...(refusals && { refusals }) };
    return {
      ...entry,
      ...(refusals && { refusals }),
      posts: video.posts,
      timeZone: zone,
      card: `?view=videos#video-${video.id}`,
    };
  });
  // The address may name a step whose condition is not met.
  const hasSchedule = entries.length > 0 || draft.removed.length > 0;
  const step = addressStep === 3 && !free && !hasSchedule ? 2 : addressStep;
  const datedEntries = entries.map((entry) => ({ ...entry, at: instantOf(entry, zone) }));
  const usage = {
    videosPerMonth: saved.videosPerMonth,
    usedThisMonth: saved.usedThisMonth,
    usageResetsAt: user.usageResetsAt,
    released: releasedBy(saved, draft, ownZone),
  };

  const submit = () => {
    setProblem(null);
    if (Object.values(textProblems(settings.notes, settings.brand)).some((found) => found !== null)) {
      setProblem({ title: 'A text is too long.', text: 'Shorten it, then create the video.' });
      return;
    }
    const countable = countableOf(entries, zone);
    const hasNewEntries = entries.some((entry) => !entry.saved);
    if (!free && hasNewEntries && isOverLimit(countable, usage)) {
      const plan = planOf(user.subscriptionTier).name;
      toast({
        tone: 'bad',
        title: 'Limit Exceeded',
        text: `You can only schedule ${saved.videosPerMonth} videos this month with your ${plan} plan.`,
      });
      return;
    }
    save.mutate(toInput(saved, draft, ownZone, free), {
      onSuccess: () => {
        actions.clear(changedAt);
        setIsSaved(true);
        goTo(1, { replace: true });
        toast({ tone: 'ok', title: free ? 'Video Creation Started!' : 'Configuration Saved!' });
      },
      onError: (error) => {
        if (isUnauthorized(error)) return setIsSessionLost(true);
        if (codeOf(error) === 'CONFIGURATION_STALE') {
          save.reset();
          setProblem({
            title: 'This configuration was changed elsewhere.',
            text: 'We loaded the newer version and kept your changes. Check it, then save again.',
          });
          return;
        }
        if (codeOf(error) === 'FREE_VIDEOS_OF_NETWORK_USED') {
          setProblem(freeVideosUsed(error, { email: user.email, zone }));
          return;
        }
        const saveProblem = problemOf(error, free);
        if (codeOf(error) === 'PLAN_ENDS' || codeOf(error) === 'PLAN_LIMIT_REACHED') {
          // The calendar rejects such a day itself, so the plan was changed elsewhere. Trying again would not help.
          const isEnding = codeOf(error) === 'PLAN_ENDS';
          setProblem(
            isEnding ? { ...saveProblem, action: <RenewButton onRenewed={() => setProblem(null)} /> } : saveProblem,
          );
          void refreshCurrentUser(client);
          return;
        }
        setProblem(saveProblem);
        if (isOutcomeUnknown(error)) return;
        const text = 'Unable to save configuration. Please try again.';
        toast({ tone: 'bad', title: 'Error', text, reason: saveProblem.title });
      },
    });
  };

  const freeVideo = free && saved.saved && saved.usedThisMonth >= saved.videosPerMonth;
  if (freeVideo && !isSaved && !props.videos.data) {
    return props.videos.isError ? <VideosNotLoaded free onRetry={retryFailed} /> : <RundownSkeleton />;
  }
  if (free && (isSaved || freeVideo)) {
    return (
      <FreeVideo
        user={user}
        zone={zone}
        video={videos[0]}
        asOf={lastKnownAt(props.videos)}
        onRetry={retryFailed}
        videoType={settings.videoType}
        folderUrl={saved.folderUrl}
        onUpgrade={onUpgrade}
        onAgain={() => setIsSaved(false)}
      />
    );
  }
  if (isSaved) {
    return (
      <ConfigurationSaved
        entries={datedEntries.filter(({ at }) => at > serverNow())}
        user={user}
        limit={saved.videosPerMonth}
        zone={zone}
        isPostingPaused={isPostingPaused}
        videoType={settings.videoType}
        notices={save.data?.notices ?? []}
        folderUrl={saved.folderUrl}
        onShowVideos={onShowVideos}
        onOpened={() => setIsSaved(false)}
      />
    );
  }

  return (
    <>
      <PausedNote
        user={user}
        entries={datedEntries}
        limit={saved.videosPerMonth}
        zone={zone}
        onUpgrade={onUpgrade}
        onChoose={step === 2 ? undefined : () => goTo(2)}
      />
      <OtherTabNote otherTab={otherTab} onRestore={actions.restore} />
      <VideoWizard
        step={step}
        onStep={goTo}
        free={free}
        settings={settings}
        hasSchedule={hasSchedule}
        scheduleText={free ? 'Created right away' : scheduleText(entries, zone, isPostingPaused)}
        goesTo={goesTo(connected)}
        texts={
          free ? null : (
            <SuggestedTexts
              settings={settings}
              platforms={connected && connected.length > 0 ? connected : available}
              isConnected={connected === null || connected.length > 0}
              others={entries.filter(({ caption, captions }) => caption !== null || captions !== null).length}
              onChange={() => goTo(2)}
            />
          )
        }
        schedule={
          free ? (
            <LockedCalendar zone={zone} />
          ) : (
            <Schedule
              entries={entries}
              {...usage}
              zone={zone}
              otherZone={ownZone !== zone && knowsZone(ownZone) ? ownZone : null}
              onSwitchZone={() => actions.set({ timeZone: ownZone })}
              videoType={settings.videoType}
              advanced={hasAdvancedScheduling(user.subscriptionTier)}
              brand={settings.brand}
              available={available}
              connected={connected}
              drafted={props.drafted}
              usagePips={usagePips(saved.usedThisMonth, saved.videosPerMonth, props.drafted)}
              onAdd={actions.add}
              onChange={actions.change}
              onRemove={actions.remove}
              planEnd={planEndOf(user, zone)}
              onUpgrade={plansAbove(user.subscriptionTier).length > 0 ? onUpgrade : null}
            />
          )
        }
        onSettings={actions.set}
        onSubmit={submit}
        saving={save.isPending}
        problem={problem}
      />
    </>
  );
}

function problemOf(error: unknown, free: boolean): { title: string; text: string } {
  const keptText = 'Everything you entered is still here.';
  if (isOutcomeUnknown(error)) {
    const words = outcomeUnknownText(free ? 'your video was requested' : 'your configuration was saved');
    const isOffline = error instanceof ApiError && error.status === 0;
    return isOffline ? { title: 'No connection.', text: `${words} ${keptText}` } : { title: words, text: keptText };
  }
  return { title: messageOf(error, 'The configuration was not saved.'), text: keptText };
}

function scheduleText(entries: ReturnType<typeof entriesOf>, zone: string, isPostingPaused: boolean): string {
  const instants = (of: typeof entries) =>
    of.map((entry) => instantOf(entry, zone)).filter((instant) => instant > serverNow());
  const paused = instants(entries.filter(({ status }) => isPaused(status))).length;
  const upcoming = instants(entries.filter(({ status }) => !isPaused(status)));
  const next = instants(entries.filter(({ status }) => goesOut(status)))[0];
  const tail = paused > 0 ? `, ${paused} paused` : '';
  if (upcoming.length === 0) return `No videos${tail}`;
  const count = `${upcoming.length} ${upcoming.length === 1 ? 'video' : 'videos'}`;
  if (isPostingPaused) return `${count}, posting is paused${tail}`;
  return `${count}${next === undefined ? '' : `, next ${formatDayAndTime(next, zone)}`}${tail}`;
}

const goesTo = (connected: readonly Platform[] | null): string =>
  ['Google Drive', ...(connected ?? []).map((name) => platformNames[name])].join(', ');
