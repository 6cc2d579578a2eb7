import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../core/sandbox.ts';
import { accountFor } from './accounts.ts';
import { envelope, invalidToken, tiktokError } from './errors.ts';
import type { Grants } from './grants.ts';

const fieldsByScope: Readonly<Record<string, readonly string[]>> = {
  'user.info.basic': ['open_id', 'union_id', 'avatar_url', 'avatar_url_100', 'avatar_large_url', 'display_name'],
  'user.info.profile': ['username', 'bio_description', 'profile_deep_link', 'is_verified'],
  'user.info.stats': ['follower_count', 'following_count', 'likes_count', 'video_count'],
};

/** `GET /v2/user/info/?fields=…`: each field needs its scope. */
export function addProfile(app: FastifyInstance, { store, chaos, origins }: Sandbox, grants: Grants): void {
  app.get<{ Querystring: { fields?: string } }>('/v2/user/info/', async (request) => {
    const grant = grants.byToken(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'access');
    if (grant && chaos.strikes('tiktok', 'revokedToken', grant.id)) {
      request.fault = 'revokedToken';
      grants.revoke(grant);
      throw invalidToken();
    }
    const account = grant && accountFor(store, grant.accountId);
    if (!grant || !account) throw invalidToken();
    const fields = (request.query.fields ?? '').split(',').filter(Boolean);
    if (fields.length === 0) throw tiktokError(400, 'invalid_params', 'Fields is required.');
    for (const field of fields) {
      const scope = Object.keys(fieldsByScope).find((name) => fieldsByScope[name]?.includes(field));
      if (scope === undefined) throw tiktokError(400, 'invalid_params', `Invalid field: ${field}.`);
      if (!grant.scopes.includes(scope))
        throw tiktokError(400, 'scope_permission_missed', `${field} needs the scope ${scope}.`);
    }
    const avatar = `${origins.browser('tiktok')}/avatars/${account.id}`;
    const user: Record<string, unknown> = {
      open_id: account.openId,
      union_id: account.unionId,
      avatar_url: avatar,
      avatar_url_100: avatar,
      avatar_large_url: avatar,
      display_name: account.displayName,
      username: account.id,
      bio_description: '',
      profile_deep_link: `${origins.browser('tiktok')}/@${account.id}`,
      is_verified: false,
      follower_count: 0,
      following_count: 0,
      likes_count: 0,
      video_count: 0,
    };
    return envelope({ user: Object.fromEntries(fields.map((field) => [field, user[field]])) });
  });
}
