import { readable } from '../console/feed.ts';
import { type Html, html } from '../console/html.ts';
import type { Page } from '../core/sandbox.ts';
import type { Inbox, InboxMail } from './inbox.ts';

/** The mails of the product, newest first. */
export function inboxPage(inbox: Inbox): Page {
  return {
    path: '/inbox',
    title: 'Inbox',
    inNavigation: true,
    render: (request) => {
      const { to } = request.query as { to?: string };
      const mails = inbox.mails(to || undefined);
      return html`<header class="head"><h1>Inbox</h1>
<p class="lead">${mails.length === 0 ? 'No mails yet.' : `${mails.length} mail${mails.length === 1 ? '' : 's'}, newest first. Whatever address they went to, they lie here.`}</p></header>
<form class="panel row" method="get" action="/inbox"><label>Only to <input type="email" name="to" value="${to ?? ''}" placeholder="ada@example.com"></label><button>Show</button></form>
${mails.map(letter)}`;
    },
  };
}

function letter(mail: InboxMail): Html {
  return html`<article class="panel letter" data-mail-id="${mail.id}"><h2>${mail.subject}</h2>
<p class="meta">To ${mail.to} · from ${mail.from}${mail.replyTo ? ` · answers to ${mail.replyTo}` : ''} · <time datetime="${mail.receivedAt}">${readable(mail.receivedAt)}</time></p>
<p class="letter-text">${withLinks(mail.text.trim())}</p></article>`;
}

function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
