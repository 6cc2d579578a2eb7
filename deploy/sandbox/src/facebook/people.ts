import { badParameter, missingObject, unknownPath } from '../meta/errors.ts';
import { selectFields } from '../meta/fields.ts';
import type { GraphCall } from '../meta/graph.ts';
import type { Page } from './accounts.ts';
import type { Caller, FacebookParts } from './nodes.ts';

/** A person's own node: name, Pages, and permissions, which can be revoked. */
export function answerPerson(
  parts: FacebookParts,
  call: GraphCall,
  { grant, person, token }: Caller,
  edge: string | undefined,
  more: string | undefined,
): unknown {
  const { grants, sandbox } = parts;
  if (call.method === 'GET' && edge === undefined) {
    const picture = {
      data: { url: `${sandbox.origins.browser('facebook')}/avatars/${person.id}`, is_silhouette: false },
    };
    const email = grant.scopes.includes('email') ? `${person.id}@example.com` : undefined;
    const [first_name, last_name] = person.name.split(' ');
    const node = {
      id: person.userId,
      name: person.name,
      first_name,
      last_name,
      short_name: first_name,
      picture,
      email,
    };
    return selectFields(node, 'User', call.params.fields, ['name']);
  }
  if (call.method === 'GET' && edge === 'accounts') {
    if (token.kind !== 'user') throw badParameter('Tried accessing nonexisting field (accounts) on node type (Page)');
    if (!grant.scopes.includes('pages_show_list')) return { data: [] };
    const limit = Number(call.params.limit ?? 25);
    if (!Number.isInteger(limit) || limit < 1) throw badParameter('Param limit must be a positive integer.');
    const pages = person.pages.filter((page) => grant.pageIds.includes(page.id));
    const from =
      call.params.after === undefined ? 0 : pages.findIndex((page) => cursorOf(page) === call.params.after) + 1;
    const pageItems = pages.slice(from, from + limit);
    const [first, last] = [pageItems[0], pageItems.at(-1)];
    const next = new URLSearchParams({ ...call.params, after: last ? cursorOf(last) : '' });
    return {
      data: pageItems.map((page) =>
        pageFields(parts, { grant, person, token }, page, call.params.fields, [
          'access_token',
          'category',
          'name',
          'id',
          'tasks',
        ]),
      ),
      ...(first && last
        ? {
            paging: {
              cursors: { before: cursorOf(first), after: cursorOf(last) },
              ...(from + limit < pages.length
                ? { next: `${sandbox.origins.server('facebook')}${call.request.url.split('?')[0]}?${next}` }
                : {}),
            },
          }
        : {}),
    };
  }
  if (call.method === 'GET' && edge === 'permissions') {
    const of = (names: string[], status: string) => names.map((permission) => ({ permission, status }));
    return { data: [...of(grant.scopes, 'granted'), ...of(grant.declined, 'declined')] };
  }
  if (call.method === 'DELETE' && edge === 'permissions') {
    if (more === undefined) grants.revoke(grant);
    else if (grant.scopes.includes(more)) grants.forget(grant, more);
    else throw badParameter(`Param permission is not granted: ${more}`);
    return { success: true };
  }
  throw edge === undefined ? missingObject(call.method, person.userId) : unknownPath(`/${edge}`);
}

function cursorOf(page: Page): string {
  return Buffer.from(page.id).toString('base64url');
}

/** The fields of a Page. A request for its token issues one. */
export function pageFields(
  { grants, instagram, sandbox }: FacebookParts,
  { grant, token }: Caller,
  page: Page,
  fields: string | undefined,
  usual: readonly string[],
): object {
  // Page tokens from a long-lived user token do not expire, others expire with the user token.
  const params = {
    kind: 'page' as const,
    pageId: page.id,
    isLong: token.isLong,
    expiresAt: token.isLong ? null : token.expiresAt,
  };
  const account =
    page.instagram === null || !grant.scopes.includes('instagram_basic')
      ? undefined
      : instagram.findByUsername(page.instagram);
  const wantsToken = fields === undefined || /\baccess_token\b/.test(fields);
  const node = {
    id: page.id,
    name: page.name,
    category: 'Creator',
    tasks: page.tasks,
    access_token: wantsToken ? (token.kind === 'page' ? token.id : grants.issue(grant, params).id) : undefined,
    link: `https://www.facebook.com/${page.id}`,
    username: page.name.replaceAll(' ', '').toLowerCase(),
    picture: { data: { url: `${sandbox.origins.browser('facebook')}/avatars/${page.id}`, is_silhouette: false } },
    fan_count: 0,
    followers_count: 0,
    is_published: true,
    category_list: [{ id: '2606', name: 'Creator' }],
    about: undefined,
    description: undefined,
    website: undefined,
    verification_status: 'not_verified',
    instagram_business_account: account && { id: account.userId, username: account.id, name: account.name },
  };
  return selectFields(node, 'Page', fields, usual);
}
