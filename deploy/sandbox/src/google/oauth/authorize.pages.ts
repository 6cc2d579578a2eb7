import { consentPage, hiddenFields } from '../../console/consent.ts';
import { type Html, html } from '../../console/html.ts';
import { type Account, fullName } from '../accounts.ts';
import type { AuthorizeQuery, ConsentRequest } from './authorize.routes.ts';
import { isSignIn, meaningOf } from './scopes.ts';

const path = '/o/oauth2/v2/auth';

export function accountPage(consent: ConsentRequest, query: AuthorizeQuery, accounts: readonly Account[]): string {
  return consentPage({
    provider: 'Google',
    title: 'Choose an account',
    lead: `to continue to ${consent.client.name}`,
    body: html`<form method="get" action="${path}">${hiddenFields({ ...query, account: undefined })}
<ul class="choices">${accounts.map(
      (account) =>
        html`<li><button name="account" value="${account.email}"><span>${fullName(account)}<small>${account.email}${note(account)}</small></span></button></li>`,
    )}</ul></form>
<form method="get" action="${path}">${hiddenFields({ ...query, account: undefined })}
<label class="field">Use another e-mail address <input type="email" name="account" required autocomplete="off" value="${query.login_hint ?? ''}"></label>
<p class="actions"><button>Next</button></p></form>`,
  });
}

function note(account: Account): string {
  if (!account.emailVerified) return ' · e-mail not verified';
  return account.channels.length === 0 ? ' · no YouTube channel' : '';
}

export function channelPage(consent: ConsentRequest, query: AuthorizeQuery, account: Account): string {
  return consentPage({
    provider: 'Google',
    title: 'Choose a channel',
    lead: `${consent.client.name} will post to the channel you choose.`,
    body: html`<form method="get" action="${path}">${hiddenFields({ ...query, channel: undefined })}
<ul class="choices">${account.channels.map(
      (channel) =>
        html`<li><button name="channel" value="${channel.id}"><span>${channel.title}<small>${channel.handle}</small></span></button></li>`,
    )}</ul></form>`,
  });
}

export function permissionPage(consent: ConsentRequest, query: AuthorizeQuery, account: Account): string {
  const channel = account.channels.find(({ id }) => id === query.channel);
  const optional = consent.scopes.filter((scope) => !isSignIn(scope));
  const always = consent.scopes.filter(isSignIn);
  return consentPage({
    provider: 'Google',
    title:
      optional.length === 0
        ? `Sign in to ${consent.client.name}`
        : `${consent.client.name} wants access to your Google Account`,
    lead: `${account.email}${channel ? ` · ${channel.title}` : ''}`,
    body: html`<form method="post" action="${path}">${hiddenFields(query)}
${always.length === 0 ? '' : html`<p>It will be able to:</p><ul>${always.map((scope) => html`<li>${meaningOf(scope) ?? scope}</li>`)}</ul>`}
${optional.length === 0 ? '' : html`<p>Choose what it can do:</p><ul class="choices">${optional.map(checkbox)}</ul>`}
<p class="actions"><button name="decision" value="deny">Deny</button><button class="primary" name="decision" value="allow">Allow</button></p></form>`,
  });
}

function checkbox(scope: string): Html {
  return html`<li><label><input type="checkbox" name="scope ${scope}" checked><span>${meaningOf(scope) ?? scope}<small>${scope.split('/').pop()}</small></span></label></li>`;
}
