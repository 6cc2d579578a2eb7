import { CauseError, postCause } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { PostCause } from '@reelwright/product';
import { meaningOf } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import type { Grant } from '../platforms/login.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import type { Platform } from '../platforms/platform.ts';
import { definitions } from '../platforms/registry.ts';
import { requireUserLock } from '../users/user-lock.ts';
import { lockPlannedVideos } from '../videos/videos.repository.ts';
import type { TokenDeps } from './access-token.ts';
import { holdRevocation } from './hold-revocation.ts';
import { takeConsent } from './oauth-states.ts';
import { saveGrant } from './save-grant.ts';

export interface ConsentReply {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
}

type Code = Parameters<TokenDeps['logins'][Platform]['exchange']>[0];

/**
 * Finishes a consent when the person returns from the platform.
 * @returns where to redirect the browser
 * @throws CauseError
 */
export async function finishConsent(
  deps: TokenDeps & { logger: Logger },
  given: { userId: string; platform: Platform; redirectUri: string; reply: ConsentReply },
): Promise<string> {
  const { db } = deps;
  const { userId, platform, reply } = given;
  const consent = reply.state && (await takeConsent(deps, { state: reply.state, userId, platform }));
  if (!consent) {
    throw consentError('CONSENT_EXPIRED', platform);
  }
  if (reply.error || !reply.code) {
    throw consentError('CONSENT_DENIED', platform);
  }
  const code = { code: reply.code, redirectUri: given.redirectUri, ...consent };
  const connection = await holdRevocation(db, given, () => connect(deps, given, code));
  const choice = definitions[platform].missingChoice?.(connection);
  if (choice === 'PAGE_NOT_CHOSEN') return `/social?choose=${platform}`;
  const setup = choice === 'SETUP_NEEDED' ? `&setup=${platform}` : '';
  return `/social?connected=${platform}${setup}`;
}

/** Exchanges the code of a consent for a grant, and saves it. */
async function connect(
  deps: TokenDeps & { logger: Logger },
  { userId, platform }: { readonly userId: string; readonly platform: Platform },
  code: Code,
): Promise<ConnectionRow> {
  const { db, clock } = deps;
  const login = deps.logins[platform];
  const grant = await exchange(deps, platform, code);
  const missing = login.requiredScopes.filter((scope) => !grant.scopes.includes(scope));
  if (missing.length > 0) {
    throw consentError('SCOPE_MISSING', platform);
  }
  return db.transaction().execute(async (trx) => {
    await requireUserLock(trx, userId);
    // Videos are locked before connections and posts, as everywhere.
    await lockPlannedVideos(trx, userId, clock.now());
    return saveGrant(trx, { ...deps, login }, { userId, platform, grant });
  });
}

async function exchange(deps: TokenDeps & { logger: Logger }, platform: Platform, code: Code): Promise<Grant> {
  try {
    return await deps.logins[platform].exchange(code);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = codeOfFailure(error);
    deps.logger.warn({ err: error, platform, code }, 'consent not finished');
    const refused = code === 'REQUEST_REFUSED' || meaningOf(code).connection === 'dead';
    throw consentError(refused ? 'SIGN_IN_REFUSED' : code, platform, error);
  }
}

function consentError(code: PostCause, platform: Platform, error?: unknown): CauseError {
  return new CauseError('FAILED_PRECONDITION', postCause(code, platform), { cause: error });
}
