import { type Html, html } from './html.ts';

export interface FeedPost {
  id: string;
  /** Name of the account as the platform shows it. */
  account: string;
  title?: string;
  caption: string;
  /** The post's own page on the platform. */
  link?: string;
  /** The id in the sandbox's media store; absent while there are no bytes. */
  mediaId?: string;
  /** RFC 3339, product time. */
  at: string;
  /** The state or visibility, e.g. `Public`, `Private`, `In review`. */
  state: string;
  /** Whether the post is out, shown by a mark beside the state. */
  published: boolean;
}

/** The posts of a platform as 9:16 cards, newest first. `noun` is the platform's name for a post. */
export function feed(platform: string, posts: readonly FeedPost[], noun = 'post'): Html {
  const shown = [...posts].sort((one, other) => other.at.localeCompare(one.at));
  return html`<header class="head"><h1>${platform}</h1>
<p class="lead">${posts.length === 0 ? `No ${noun}s yet.` : `${posts.length} ${noun}${posts.length === 1 ? '' : 's'}, newest first. Times are the product’s clock.`}</p></header>
<ul class="reels">${shown.map((post) => card(post))}</ul>`;
}

function card(post: FeedPost): Html {
  return html`<li class="reel-item" data-post-id="${post.id}">
  ${reel(post.mediaId)}
  <p class="reel-name">${post.link === undefined ? post.account : html`<a href="${post.link}">${post.account}</a>`}</p>
  ${post.title !== undefined && post.title !== '' ? html`<p><strong>${post.title}</strong></p>` : ''}
  <p class="caption">${post.caption}</p>
  <p class="meta"><span class="pip ${post.published ? 'done' : 'waiting'}" aria-hidden="true"></span>${post.state} · <time datetime="${post.at}">${readable(post.at)}</time></p>
</li>`;
}

/** A 9:16 player. The console serves media under `/media/:id`. */
export function reel(mediaId: string | undefined): Html {
  if (mediaId === undefined) return html`<div class="reel empty"></div>`;
  return html`<div class="reel"><video src="/media/${mediaId}#t=0.5" controls loop muted playsinline preload="metadata"></video></div>`;
}

/** `2026-11-21 09:00:00 UTC` */
export function readable(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
}
