import type { ReactNode } from 'react';
import { BrandingPreview } from '../src/features/branding/branding-preview.tsx';
import { EntryPill } from '../src/features/calendar/entry-pill.tsx';
import { MessageSent } from '../src/features/contact/message-sent.tsx';
import { PlanCards } from '../src/features/plans/plan-cards.tsx';
import type { Connection } from '../src/features/social-connections/api.ts';
import { ConnectionCard } from '../src/features/social-connections/connection-card.tsx';
import { EndOfPlan } from '../src/features/subscription/end-of-plan.tsx';
import { NextPlan } from '../src/features/subscription/next-plan.tsx';
import { OverdueNote } from '../src/features/subscription/overdue-note.tsx';
import { UsageSection } from '../src/features/usage/usage-section.tsx';
import type { Video } from '../src/features/videos/api.ts';
import { VideoCard } from '../src/features/videos/video-card.tsx';
import { Button } from '../src/ui/button.tsx';
import '../src/styles/branding.css';
import { finishedStages, person, post, savedEntry, video } from '../test/people.ts';
import type { Example } from './example.ts';

const nothing = () => {};
const END = '2026-12-02T12:00:00Z';

const connection = (change: Partial<Connection>): Connection => ({
  connected: false,
  level: 'live',
  state: 'none',
  code: null,
  message: null,
  fix: null,
  endsAt: null,
  ...change,
});
const connected = { connected: true, state: 'connected', username: 'giulia' } as const;
const connections: Record<string, Connection> = {
  'not connected': connection({}),
  connected: connection(connected),
  'ends soon': connection({ ...connected, endsAt: END }),
  'not available': connection({ level: 'off', message: 'Instagram needs a public address.' }),
};
const card = (shown: Connection, failure: string | null = null) => (
  <ConnectionCard
    platform="tiktok"
    connection={shown}
    mayPost
    onSetUp={nothing}
    failure={failure}
    onForgetFailure={nothing}
  />
);

const posted = (change: Parameters<typeof post>[2] = {}) =>
  post('tiktok', 'posted', { permalink: 'https://tiktok.example/1', at: '2026-11-20T17:00:00Z', ...change });
const videos: Record<string, Video> = {
  'being made': video('1', 'making'),
  posted: video('2', 'posted', { mediaUrl: '/reels/v1.mp4', posts: [posted()] }),
  unconfirmed: video('3', 'unconfirmed', { stages: finishedStages, posts: [post('youtube', 'unconfirmed')] }),
  failed: video('4', 'not_posted', {
    posts: [post('facebook', 'failed', { message: 'Facebook refused it.', fix: 'Connect Facebook again.' })],
  }),
};

/** The components of features that need no server, in the states that a screen can show. */
export const features: readonly Example[] = [
  {
    file: 'features/branding/branding-preview.tsx',
    states: [
      ['nothing yet', <BrandingPreview key="none" style="v1" logo={null} corner="top_left" palette={[]} showsPlace />],
      ['a logo', <BrandingPreview key="logo" style="v4" logo="/marks/youtube.svg" corner="top_right" palette={[]} />],
      [
        'a logo and a palette',
        <BrandingPreview
          key="both"
          style="v2"
          logo="/marks/tiktok.svg"
          corner="bottom_left"
          palette={['#e07a5f', '#111111', '#0a7f80']}
        />,
      ],
    ],
  },
  {
    file: 'features/videos/video-card.tsx',
    isWide: true,
    states: Object.entries(videos).map(([name, shown]) => [
      name,
      <VideoCard key={name} video={shown} index={3} asOf={Date.parse('2026-11-20T16:46:00Z')} onReconnect={nothing} />,
    ]),
  },
  {
    file: 'features/calendar/entry-pill.tsx',
    states: (['planned', 'paused', 'posted', 'unconfirmed', 'not_posted'] as const).map(
      (state): [string, ReactNode] => [
        state,
        <EntryPill
          key={state}
          style="v1"
          entry={{ ...savedEntry('a', '2026-11-21', '09:00', state), key: state, saved: true }}
          onEdit={nothing}
        />,
      ],
    ),
  },
  {
    file: 'features/social-connections/connection-card.tsx',
    states: [
      ...Object.entries(connections).map(([name, shown]): [string, ReactNode] => [name, card(shown)]),
      ['the consent was refused', card(connection({}), 'CONSENT_DENIED')],
    ],
  },
  {
    file: 'features/usage/usage-section.tsx',
    isWide: true,
    states: [3, 9, 12].map((used) => [
      `${used} of 12`,
      <UsageSection key={used} used={used} limit={12} resetsAt={END} zone="UTC" canUpgrade scheduled={2} />,
    ]),
  },
  {
    file: 'features/subscription/overdue-note.tsx',
    states: [
      [
        'a payment is overdue',
        <OverdueNote
          key="due"
          user={person('pro', {
            subscriptionStatus: 'past_due',
            paymentDueBy: END,
            paymentDueCents: 4990,
            paymentDueCurrency: 'eur',
          })}
        />,
      ],
    ],
  },
  {
    file: 'features/subscription/next-plan.tsx',
    states: [
      [
        'a smaller plan follows',
        <NextPlan key="next" user={person('pro', { subscriptionStatus: 'downgrade_pending', nextTier: 'starter' })} />,
      ],
    ],
  },
  {
    file: 'features/subscription/end-of-plan.tsx',
    states: [['cancelled', <EndOfPlan key="end" user={person('pro', { subscriptionExpiresAt: END })} />]],
  },
  {
    file: 'features/plans/plan-cards.tsx',
    isWide: true,
    states: [
      [
        'the four plans',
        <PlanCards
          key="plans"
          billing="monthly"
          popular="starter"
          level="h3"
          action={(plan) => <Button wide>{plan.name}</Button>}
        />,
      ],
    ],
  },
  {
    file: 'features/contact/message-sent.tsx',
    states: [['sent', <MessageSent key="sent" email="giulia@example.com" onAnother={nothing} />]],
  },
];
