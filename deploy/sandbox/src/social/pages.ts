import type { FastifyInstance } from 'fastify';
import { type FeedPost, readable, reel } from '../console/feed.ts';
import { html, page } from '../console/html.ts';
import type { Sandbox } from '../core/sandbox.ts';

/** The page of a post, which its permalink opens. */
export function postPage(provider: string, post: FeedPost): string {
  return page(
    `${post.account} · ${provider}`,
    html`<main class="consent"><p class="consent-brand"><span class="pip done" aria-hidden="true"></span>${provider} <span class="tag">sandbox</span></p>
<article data-post-id="${post.id}">${reel(post.mediaId)}<p class="reel-name">${post.account}</p>
${post.title !== undefined && post.title !== '' ? html`<p><strong>${post.title}</strong></p>` : ''}<p class="caption">${post.caption}</p>
<p class="meta"><span class="pip ${post.published ? 'done' : 'waiting'}" aria-hidden="true"></span>${post.state} · <time datetime="${post.at}">${readable(post.at)}</time></p></article></main>`,
  );
}

/** Media of a platform's pages: videos under `/media/:id`, account pictures under `/avatars/:name`. */
export function addPictures(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { id: string } }>('/media/:id', async (request, reply) =>
    sandbox.media.send(request, reply, request.params.id),
  );
  app.get<{ Params: { name: string } }>('/avatars/:name', async (request, reply) => {
    const letter = (request.params.name.match(/[\p{L}\p{N}]/u)?.[0] ?? '?').toUpperCase();
    const hue = [...request.params.name].reduce((sum, character) => sum + character.charCodeAt(0) * 7, 0) % 360;
    return reply
      .type('image/svg+xml')
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 55% 42%)"/><text x="48" y="64" font-family="sans-serif" font-size="48" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`,
      );
  });
}
