import { type CSSProperties, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { cutOf, partOfDay } from './take.ts';
import { Ticks } from './ticks.tsx';

export interface ReelLook {
  /** The style, v1 to v8, whose tone colours scrim and glow. */
  tone: string;
  poster?: string | null | undefined;
  /** The alternative text; empty if text beside the picture says the same. */
  alt?: string;
  name?: ReactNode;
  /** The number of lit ticks, 0 to 8. Null shows no ticks. */
  ticks?: number | null;
  ticksRunning?: boolean;
  topLeft?: ReactNode;
  topRight?: ReactNode;
  state?: 'dim' | 'failed' | 'loading' | 'playing' | 'chosen' | undefined;
  /** Loads the picture at once, for pictures above the fold. */
  eager?: boolean;
  /** The video's number and hour, by which pictures of one style differ. */
  of?: { index: number; time: string };
}

/** The content of a reel card, from back to front: picture, video, play disc, stamps, name, ticks. */
export function ReelFace(look: ReelLook & { children?: ReactNode }) {
  const { poster, alt = '', name, ticks = 0, ticksRunning = false, topLeft, topRight, eager, of, children } = look;
  const [isPosterMissing, setIsPosterMissing] = useState(false);
  return (
    <>
      {poster && !isPosterMissing ? (
        <img
          src={poster}
          alt={alt}
          style={of ? cutOf(of.index) : undefined}
          width={360}
          height={640}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          onError={() => setIsPosterMissing(true)}
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

/** A reel card that cannot be played. ReelPlayer is one that can. */
export function Reel({ className, ...look }: ReelLook & { className?: string }) {
  return (
    <span
      className={reelClass(look.state, classNames(className, look.of && partOfDay(look.of.time)))}
      style={reelTone(look.tone)}
    >
      <ReelFace {...look} />
    </span>
  );
}

interface ThumbProps {
  tone: string;
  poster: string;
  /** The video's number and hour, by which pictures of one style differ. */
  of?: { index: number; time: string };
}

/** A reel thumbnail, for lists and the calendar. */
export function Thumb({ tone, poster, of }: ThumbProps) {
  const [isPosterMissing, setIsPosterMissing] = useState(false);
  return (
    <span className={classNames('thumb', of && partOfDay(of.time))} style={reelTone(tone)}>
      {isPosterMissing ? null : (
        <img
          src={poster}
          alt=""
          style={of ? cutOf(of.index) : undefined}
          width={36}
          height={64}
          loading="lazy"
          decoding="async"
          onError={() => setIsPosterMissing(true)}
        />
      )}
    </span>
  );
}

export function Stamp({ children, paper = false }: { children: ReactNode; paper?: boolean }) {
  return <span className={classNames('stamp', paper && 'paper')}>{children}</span>;
}
