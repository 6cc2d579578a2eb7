import type { PostCause } from '@reelwright/product';
import { connectionProblem } from '../connections/connection-problem.ts';
import type { ConnectionRow } from '../database.ts';
import { isPlatform, type Level, type Platform } from '../platforms/platform.ts';

/** A post on a user's calendar. */
export interface PlannedPost {
  readonly videoId: string;
  readonly publishAt: Date;
  /** Empty: all platforms that the user is connected to. */
  readonly platforms: readonly string[];
}

/** A post that its platform would refuse, or that can't be sent there. */
export interface ForeseenRefusal {
  readonly videoId: string;
  readonly platform: Platform;
  readonly code: PostCause;
}

/** What is known about a user's accounts. */
export interface KnownAccounts {
  readonly connections: readonly ConnectionRow[];
  readonly levels: Readonly<Record<Platform, Level>>;
  /** When the access to a platform ends unless its owner reconnects; real time. */
  readonly endOf: (connection: ConnectionRow) => Date | undefined;
}

/**
 * Which planned posts can't go out as the connections are now, and why. Pure. What only a platform's answer shows is not
 * known yet; it is asked again before each post (`decide`).
 */
export function foreseeRefusals(
  posts: readonly PlannedPost[],
  { connections, levels, endOf }: KnownAccounts,
  { now, real }: { readonly now: Date; readonly real: Date },
): ForeseenRefusal[] {
  const known = new Map(connections.map((connection) => [connection.platform, connection]));
  const connected = connections.filter(({ state }) => state !== 'disconnected').map(({ platform }) => platform);
  const codeOf = (platform: Platform, publishAt: Date): PostCause | undefined => {
    const connection = known.get(platform);
    const problem = connectionProblem(platform, connection, levels[platform]);
    if (problem || !connection) return problem;
    const end = endOf(connection);
    const isOver = end && end.getTime() - real.getTime() < publishAt.getTime() - now.getTime();
    return isOver ? 'ENDS_BEFORE' : undefined;
  };
  return posts.flatMap(({ videoId, publishAt, platforms }) => {
    const wanted = platforms.length > 0 ? platforms.filter(isPlatform) : connected;
    return wanted.flatMap((platform) => {
      const code = codeOf(platform, publishAt);
      return code ? [{ videoId, platform, code }] : [];
    });
  });
}
