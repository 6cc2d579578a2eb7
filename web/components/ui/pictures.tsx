import { platforms } from '@reelwright/product';
import type { ReactNode } from 'react';
import { Avatar } from '../../src/ui/avatar.tsx';
import { BrandIcon, type BrandName } from '../../src/ui/brand-icon.tsx';
import { Icon, type IconName, Logo, PlayIcon } from '../../src/ui/icon.tsx';
import { Reel, ReelFace, reelClass, reelTone, Stamp, Thumb } from '../../src/ui/reel.tsx';
import { ReelPlayer } from '../../src/ui/reel-player.tsx';
import type { Example } from '../example.ts';

const poster = '/reels/v1.webp';
const clip = '/reels/v1.mp4';
const reelStates = ['dim', 'failed', 'loading', 'playing', 'chosen'] as const;
const brands: BrandName[] = [...platforms, 'drive', 'google'];

// A record, so that a new icon does not compile without its example.
const icons: Record<IconName, true> = {
  sun: true,
  home: true,
  again: true,
  folder: true,
  check: true,
  plus: true,
  cross: true,
  left: true,
  right: true,
  bin: true,
  out: true,
  alert: true,
  clock: true,
  pause: true,
  question: true,
  eye: true,
  sound: true,
  muted: true,
  leave: true,
  person: true,
  copy: true,
  download: true,
  share: true,
  chart: true,
};

/** Reels, photos and icons. */
export const pictures: readonly Example[] = [
  {
    file: 'ui/reel.tsx',
    states: [
      ['at rest', <Reel key="rest" tone="v1" poster={poster} name="Glass Squish" ticks={0} />],
      ...reelStates.map((state): [string, ReactNode] => [
        state,
        <Reel
          key={state}
          tone="v1"
          poster={state === 'loading' ? null : poster}
          state={state}
          ticks={state === 'loading' ? null : 3}
          name={state === 'loading' ? null : 'Glass Squish'}
          topLeft={state === 'failed' ? <Stamp>Failed</Stamp> : null}
        />,
      ]),
      ['no picture', <Reel key="missing" tone="v6" name="Animated Speech" />],
      [
        'of the fan',
        <figure key="fan" className={reelClass(undefined)} style={reelTone('v3')}>
          <ReelFace tone="v3" poster="/reels/v3.webp" name="Earth Zoom" topRight={<Stamp paper>Posted 18:00</Stamp>} />
        </figure>,
      ],
      [
        'thumbs',
        <span key="thumb" className="row">
          <Thumb tone="v1" poster={poster} />
          <Thumb tone="v2" poster="/none.webp" />
        </span>,
      ],
      [
        'stamps',
        <span key="stamp" className="row">
          <Stamp>0:05</Stamp>
          <Stamp paper>Posted 18:00</Stamp>
        </span>,
      ],
    ],
  },
  {
    file: 'ui/reel-player.tsx',
    states: [
      [
        'a click plays it',
        <ReelPlayer key="one" tone="v1" poster={poster} clip={clip} label="Glass Squish" name="Glass Squish" />,
      ],
      [
        'plays silently by itself',
        <ReelPlayer
          key="auto"
          playsAtRest
          tone="v3"
          poster="/reels/v3.webp"
          clip="/reels/v3.mp4"
          label="Earth Zoom"
          name="Earth Zoom"
        />,
      ],
    ],
  },
  {
    file: 'ui/avatar.tsx',
    states: [
      ['initial', <Avatar key="initial" photo={null} name="Giulia" />],
      ['large', <Avatar key="large" large photo={null} name="Giulia" />],
      ['photo', <Avatar key="photo" large photo={poster} name="Giulia" />],
    ],
  },
  {
    file: 'ui/icon.tsx',
    states: [
      ...Object.keys(icons).map((name): [string, ReactNode] => [name, <Icon key={name} name={name as IconName} />]),
      ['play', <PlayIcon key="play" />],
      ['logo', <Logo key="logo" />],
    ],
  },
  { file: 'ui/brand-icon.tsx', states: brands.map((name) => [name, <BrandIcon key={name} name={name} />]) },
];
