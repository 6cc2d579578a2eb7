import type { Sandbox } from '../core/sandbox.ts';
import { type InstagramPublishing, instagramNode } from '../instagram/publishing.ts';
import { badParameter, graphFault, missingObject, unknownPath } from '../meta/errors.ts';
import { selectFields } from '../meta/fields.ts';
import { type Grant, type Grants, requireScopes, type Token } from '../meta/grants.ts';
import type { GraphCall } from '../meta/graph.ts';
import { type Page, type Person, personFor } from './accounts.ts';
import { exchange, inspect } from './login.ts';
import type { Reel, Reels } from './reels.ts';
import type { FacebookKnobs } from './settings.ts';
import { finishReel, reelFields, startReel } from './video-reels.ts';

/** Who calls, with what, for whom. */
export interface Caller {
  token: Token;
  grant: Grant;
  person: Person;
}

export interface FacebookParts {
  sandbox: Sandbox;
  grants: Grants;
  reels: Reels;
  knobs: FacebookKnobs;
  instagram: InstagramPublishing;
}

/** Answers any Graph call: login endpoints, people, Pages, reels, and linked Instagram accounts. */
export function answerGraph(parts: FacebookParts, call: GraphCall): unknown {
  const { sandbox, grants, reels, knobs, instagram } = parts;
  const [node = '', edge, ...rest] = call.path;
  if (node === 'oauth' && edge === 'access_token') return exchange(call, sandbox, grants, knobs);
  if (node === 'debug_token') return inspect(call, sandbox, grants);

  const { token, grant } = grants.of(call);
  const person = personFor(sandbox.store, grant.accountId);
  if (!person || node === '' || rest.length > 1) throw unknownPath(`/${call.path.join('/')}`);
  const caller = { token, grant, person };
  const own = token.pageId ?? person.userId;
  const id = node === 'me' ? own : node;

  if (id === person.userId) return answerPerson(parts, call, caller, edge, rest[0]);
  const page = pageOf(caller, id);
  if (page) return answerPage(parts, call, caller, page, edge);
  const reel = reels.get(id);
  if (reel && pageOf(caller, reel.pageId) && edge === undefined) return answerReel(parts, call, reel);
  const linked = linkedAccount(parts, caller);
  const result = linked && instagramNode(instagram, call, id, linked, { resumable: true });
  if (result) {
    requireScopes(
      grant,
      call.method === 'GET' ? ['instagram_basic'] : ['instagram_basic', 'instagram_content_publish'],
      10,
    );
    return result();
  }
  throw missingObject(call.method, node);
}

/** A Page the person let the app use. */
function pageOf({ grant, person, token }: Caller, id: string): Page | undefined {
  if (token.kind === 'page' && token.pageId !== id) return undefined;
  return grant.pageIds.includes(id) ? person.pages.find((page) => page.id === id) : undefined;
}

function linkedAccount({ instagram }: FacebookParts, caller: Caller): string[] {
  const usable = caller.person.pages.filter((page) => pageOf(caller, page.id) && page.instagram !== null);
  return usable.flatMap((page) => instagram.findByUsername(page.instagram ?? '')?.userId ?? []);
}

function answerPerson(
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
    return selectFields({ id: person.userId, name: person.name, picture, email }, 'User', call.params.fields, ['name']);
  }
  if (call.method === 'GET' && edge === 'accounts') {
    if (token.kind !== 'user') throw badParameter('Tried accessing nonexisting field (accounts) on node type (Page)');
    if (!grant.scopes.includes('pages_show_list')) return { data: [] };
    const limit = Number(call.params.limit ?? 25);
    if (!Number.isInteger(limit) || limit < 1) throw badParameter('Param limit must be a positive integer.');
    const pages = person.pages.filter((page) => grant.pageIds.includes(page.id));
    const from =
      call.params.after === undefined ? 0 : pages.findIndex((page) => cursorOf(page) === call.params.after) + 1;
    const shown = pages.slice(from, from + limit);
    const [first, last] = [shown[0], shown.at(-1)];
    const next = new URLSearchParams({ ...call.params, after: last ? cursorOf(last) : '' });
    return {
      data: shown.map((page) =>
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

function pageFields(
  { grants, instagram }: FacebookParts,
  { grant, token }: Caller,
  page: Page,
  fields: string | undefined,
  usual: readonly string[],
): object {
  // Page tokens from a long-lived user token have no end, others end with the user token.
  const given = {
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
    access_token: wantsToken ? (token.kind === 'page' ? token.id : grants.issue(grant, given).id) : undefined,
    link: `https://www.facebook.com/${page.id}`,
    instagram_business_account: account && { id: account.userId, username: account.id, name: account.name },
  };
  return selectFields(node, 'Page', fields, usual);
}

function answerPage(
  parts: FacebookParts,
  call: GraphCall,
  caller: Caller,
  page: Page,
  edge: string | undefined,
): unknown {
  const { reels, sandbox, knobs } = parts;
  if (call.method === 'GET' && edge === undefined) return pageFields(parts, caller, page, call.params.fields, ['name']);
  if (edge === 'video_reels' && call.method === 'GET') {
    requireScopes(caller.grant, ['pages_read_engagement'], 10);
    const own = reels.all().filter((reel) => reel.pageId === page.id && reel.finishedAt !== null);
    return {
      data: own
        .reverse()
        .map((reel) => reelFields(reels, sandbox, reel, page, call.params.fields ?? 'description,updated_time')),
    };
  }
  if (edge === 'video_reels' && call.method === 'POST') {
    if (caller.token.kind !== 'page')
      throw graphFault(210, '(#210) A page access token is required to request this resource.');
    requireScopes(caller.grant, ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'], 200);
    if (!page.tasks.includes('CREATE_CONTENT'))
      throw graphFault(200, '(#200) The user must have the CREATE_CONTENT task on this Page.');
    const phase = call.params.upload_phase;
    if (phase === 'start') return startReel(call, sandbox, reels, page);
    if (phase === 'finish') return finishReel(call, sandbox, reels, page, knobs);
    throw badParameter('Param upload_phase must be one of {START, FINISH}.');
  }
  throw unknownPath(`/${edge ?? page.id}`);
}

function answerReel({ sandbox, reels }: FacebookParts, call: GraphCall, reel: Reel): unknown {
  const page = { id: reel.pageId };
  if (call.method === 'GET')
    return reelFields(reels, sandbox, reel, page, call.params.fields ?? 'updated_time,description');
  if (call.method === 'DELETE') {
    reels.delete(reel);
    return { success: true };
  }
  throw missingObject(call.method, reel.id);
}
