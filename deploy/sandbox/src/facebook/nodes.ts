import type { Sandbox } from '../core/sandbox.ts';
import { type InstagramPublishing, instagramHandler } from '../instagram/publishing.ts';
import { badParameter, graphError, missingObject, unknownPath } from '../meta/errors.ts';
import { type Grant, type Grants, requireScopes, type Token } from '../meta/grants.ts';
import type { GraphCall } from '../meta/graph.ts';
import { insights } from '../meta/insights.ts';
import { audienceOf } from '../social/audience.ts';
import { type Page, type Person, personFor } from './accounts.ts';
import type { FacebookKnobs } from './knobs.ts';
import { exchange, inspect } from './login.ts';
import { answerPerson, pageFields } from './people.ts';
import type { Reel, Reels } from './reels.ts';
import { finishReel, reelFields, startReel } from './video-reels.ts';

/** The caller of a Graph call: token, grant and person. */
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
  const owner = reel && pageOf(caller, reel.pageId);
  if (owner && edge === undefined) return answerReel(parts, call, reel);
  if (owner && edge === 'video_insights' && call.method === 'GET')
    return answerInsights(parts, call, caller, owner, reel);
  const linked = linkedAccount(parts, caller);
  const result = linked && instagramHandler(instagram, call, id, linked, { resumable: true });
  if (result) {
    requireScopes(
      grant,
      call.method === 'GET'
        ? ['instagram_basic', ...(edge === 'insights' ? ['instagram_manage_insights'] : [])]
        : ['instagram_basic', 'instagram_content_publish'],
      10,
    );
    return result();
  }
  throw missingObject(call.method, node);
}

/** A Page that the person allowed the app to use. */
function pageOf({ grant, person, token }: Caller, id: string): Page | undefined {
  if (token.kind === 'page' && token.pageId !== id) return undefined;
  return grant.pageIds.includes(id) ? person.pages.find((page) => page.id === id) : undefined;
}

function linkedAccount({ instagram }: FacebookParts, caller: Caller): string[] {
  const usable = caller.person.pages.filter((page) => pageOf(caller, page.id) && page.instagram !== null);
  return usable.flatMap((page) => instagram.findByUsername(page.instagram ?? '')?.userId ?? []);
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
      throw graphError(210, '(#210) A page access token is required to request this resource.');
    requireScopes(caller.grant, ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'], 200);
    if (!page.tasks.includes('CREATE_CONTENT'))
      throw graphError(200, '(#200) The user must have the CREATE_CONTENT task on this Page.');
    const phase = call.params.upload_phase;
    if (phase === 'start') return startReel(sandbox, reels, page);
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

/** `GET {video}/video_insights`: lifetime numbers of a reel, for people who may ANALYZE its Page. */
function answerInsights(
  { sandbox, reels }: FacebookParts,
  call: GraphCall,
  { token, grant }: Caller,
  page: Page,
  reel: Reel,
): object {
  if (token.kind !== 'page') throw graphError(210, '(#210) A page access token is required to request this resource.');
  requireScopes(grant, ['pages_read_engagement', 'read_insights'], 200);
  if (!page.tasks.includes('ANALYZE'))
    throw graphError(200, '(#200) The user must have the ANALYZE task on this Page.');
  const { views, likes, watchSeconds } = audienceOf(reel.id, new Date(reel.at), sandbox.clock.now());
  return insights(call, {
    id: reel.id,
    edge: 'video_insights',
    periods: ['lifetime'],
    // A reel that is not out has no numbers yet.
    hasNumbers: reels.isOut(reel),
    values: {
      fb_reels_total_plays: views,
      blue_reels_play_count: views,
      post_video_view_time: watchSeconds * 1000,
      post_video_avg_time_watched: views === 0 ? 0 : (watchSeconds * 1000) / views,
      post_video_likes_by_reaction_type: likes === 0 ? {} : { REACTION_LIKE: likes - 1, REACTION_LOVE: 1 },
    },
  });
}
