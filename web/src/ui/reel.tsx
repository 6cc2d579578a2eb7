import { type CSSProperties, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Ticks } from './ticks.tsx';

export interface ReelLook {
  /** The style family: names the tone of scrim and glow, v1 to v8. */
  tone: string;
  poster?: string | null | undefined;
  /** Said to those who cannot see the picture; empty where words beside it say the same. */
  alt?: string;
  name?: ReactNode;
  /** Lit ticks, 0 to 8. Null leaves the ticks out. */
  ticks?: number | null;
  ticksRunning?: boolean;
  topLeft?: ReactNode;
  topRight?: ReactNode;
  state?: 'dim' | 'failed' | 'loading' | 'playing' | 'chosen' | undefined;
  /** Fetched at once and first: the pictures above the fold. */
  eager?: boolean;
}

/** The inside of a reel card, from the back: picture, video, play disc, stamps, name, ticks. */
export function ReelFace(look: ReelLook & { children?: ReactNode }) {
  const { poster, alt = '', name, ticks = 0, ticksRunning = false, topLeft, topRight, eager, children } = look;
  const [missing, setMissing] = useState(false);
  return (
    <>
      {poster && !missing ? (
        <img
          src={poster}
          alt={alt}
          width={360}
          height={640}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          onError={() => setMissing(true)}
        />
      ) : null}
      {children}
      {topLeft || topRight ? (
        <span className="reel-top">
          {topLeft ?? <span />}
          {topRight}
        </span>
      ) : null}
      {name || ticks !== null ? (
        <span className="reel-foot">
          {name ? <span className="reel-name">{name}</span> : null}
          {ticks !== null ? <Ticks on={ticks} running={ticksRunning} /> : null}
        </span>
      ) : null}
    </>
  );
}

export const reelClass = (state: ReelLook['state'], className?: string) =>
  classNames('reel', state && `is-${state}`, className);

export const reelTone = (tone: string) => ({ '--tone': `var(--${tone}, var(--brand))` }) as CSSProperties;

/** A reel card to look at. What can be played is a ReelPlayer. */
export function Reel({ className, ...look }: ReelLook & { className?: string }) {
  return (
    <span className={reelClass(look.state, className)} style={reelTone(look.tone)}>
      <ReelFace {...look} />
    </span>
  );
}

/** The reel at thumb size, in lists and in the calendar. */
export function Thumb({ tone, poster }: { tone: string; poster: string }) {
  const [missing, setMissing] = useState(false);
  return (
    <span className="thumb" style={reelTone(tone)}>
      {missing ? null : (
        <img
          src={poster}
          alt=""
          width={36}
          height={64}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  );
}

export function Stamp({ children, paper = false }: { children: ReactNode; paper?: boolean }) {
  return <span className={classNames('stamp', paper && 'paper')}>{children}</span>;
}
