import type { FastifyInstance, FastifyReply } from 'fastify';
import { consentPage, hiddenFields } from '../console/consent.ts';
import { type Html, html } from '../console/html.ts';

/** The query of an authorization request, with the person's choices so far: `account`, `scope <name>`, `decision`. */
export type AuthorizationQuery = Readonly<Record<string, string | undefined>>;

/** A valid authorization request. */
export interface ConsentRequest {
  redirectUri: string;
  scopes: string[];
}

/** An account as the chooser shows it. */
export interface ShownAccount {
  /** The value of `account`. */
  id: string;
  title: string;
  note: string;
}

export interface Authorization {
  /** The provider's name for people. */
  provider: string;
  paths: readonly string[];
  /** Checks a request. @returns the request, or the error page's text */
  readAuthorization(query: AuthorizationQuery): ConsentRequest | string;
  accounts(): readonly ShownAccount[];
  /** The account of a chosen or typed id; undefined without one. */
  accountFor(id: string): ShownAccount | undefined;
  /** The description of a scope for people. */
  meaningOf(scope: string): string;
  /** Scopes a person can't untick. */
  requiredScopes: readonly string[];
  /** The reason why this account can't be connected, if there is one. */
  obstacle?(account: ShownAccount): Html | undefined;
  /** Further choices above the buttons. */
  choices?(account: ShownAccount): Html;
  /** The query of the redirect after Allow. */
  allow(
    consent: ConsentRequest,
    account: ShownAccount,
    scopes: string[],
    form: AuthorizationQuery,
  ): Record<string, string>;
  /** The query of the redirect after Deny. */
  denied: Record<string, string>;
  /** A text appended to the redirect address. */
  suffix?: string;
}

/**
 * The consent pages between a client's redirect and its callback: account and permissions. An untrusted request gets
 * an error page, never a redirect.
 */
export function addAuthorization(app: FastifyInstance, options: Authorization): void {
  for (const path of options.paths) {
    app.get<{ Querystring: AuthorizationQuery }>(path, async (request, reply) => {
      const consent = options.readAuthorization(request.query);
      if (typeof consent === 'string') return errorPage(reply, options, consent);
      const account = options.accountFor(request.query.account ?? '');
      const action = request.url.split('?')[0] ?? path;
      const body = account
        ? permissionPage(options, consent, request.query, account, action)
        : accountPage(options, request.query, action);
      return reply.type('text/html').send(body);
    });
    app.post<{ Body: AuthorizationQuery }>(path, async (request, reply) => {
      const form = request.body ?? {};
      const consent = options.readAuthorization(form);
      if (typeof consent === 'string') return errorPage(reply, options, consent);
      const account = options.accountFor(form.account ?? '');
      if (!account) return errorPage(reply, options, 'No account was chosen.');
      const ticked = consent.scopes.filter(
        (scope) => options.requiredScopes.includes(scope) || form[`scope ${scope}`] === 'on',
      );
      const allowed = form.decision === 'allow' && ticked.length > 0 && !options.obstacle?.(account);
      return back(
        reply,
        consent,
        allowed ? options.allow(consent, account, ticked, form) : options.denied,
        form.state,
        options.suffix,
      );
    });
  }
}

/** Whether a redirect address is allowed: https anywhere, http only on this machine, no fragment. */
export function mayRedirect(uri: string | undefined): uri is string {
  if (uri === undefined || !URL.canParse(uri) || uri.includes('#')) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function back(
  reply: FastifyReply,
  consent: ConsentRequest,
  answer: Record<string, string>,
  state: string | undefined,
  suffix = '',
): FastifyReply {
  const target = new URL(consent.redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (state !== undefined) target.searchParams.set('state', state);
  return reply.redirect(`${target.href}${suffix}`, 303);
}

function accountPage(options: Authorization, query: AuthorizationQuery, action: string): string {
  const hidden = hiddenFields({ ...query, account: undefined });
  return consentPage({
    provider: options.provider,
    title: 'Choose an account',
    lead: 'to continue to Reelwright',
    body: html`<form method="get" action="${action}">${hidden}
<ul class="choices">${options
      .accounts()
      .map(
        ({ id, title, note }) =>
          html`<li><button name="account" value="${id}"><span>${title}<small>${note}</small></span></button></li>`,
      )}</ul></form>
<form method="get" action="${action}">${hidden}
<label class="field">Another account (made when it is new) <input name="account" required pattern="[a-z0-9._]{2,24}" title="Small letters, digits, dots and underscores" autocomplete="off" autocapitalize="off"></label>
<p class="actions"><button>Next</button></p></form>`,
  });
}

function permissionPage(
  options: Authorization,
  consent: ConsentRequest,
  query: AuthorizationQuery,
  account: ShownAccount,
  action: string,
): string {
  const hidden = hiddenFields({ ...query, account: account.id });
  const obstacle = options.obstacle?.(account);
  if (obstacle) {
    return consentPage({
      provider: options.provider,
      title: 'This account can’t be connected',
      lead: account.title,
      body: html`${obstacle}<form method="post" action="${action}">${hidden}<p class="actions"><button name="decision" value="deny">Back to Reelwright</button></p></form>`,
    });
  }
  return consentPage({
    provider: options.provider,
    title: `Reelwright wants access to your ${options.provider} account`,
    lead: `${account.title} · ${account.note}`,
    body: html`<form method="post" action="${action}">${hidden}
<p>Choose what it can do:</p><ul class="choices">${consent.scopes.map((scope) => checkbox(options, scope))}</ul>
${options.choices?.(account) ?? ''}
<p class="actions"><button name="decision" value="deny">Deny</button><button class="primary" name="decision" value="allow">Allow</button></p></form>`,
  });
}

function checkbox(options: Authorization, scope: string): Html {
  const disabled = options.requiredScopes.includes(scope) ? html`disabled` : '';
  return html`<li><label><input type="checkbox" name="scope ${scope}" checked ${disabled}><span>${options.meaningOf(scope)}<small>${scope}</small></span></label></li>`;
}

function errorPage(reply: FastifyReply, options: Authorization, why: string): FastifyReply {
  const body = html`<p>${why}</p>`;
  return reply
    .code(400)
    .type('text/html')
    .send(
      consentPage({
        provider: options.provider,
        title: 'Something went wrong',
        lead: 'The app that sent you here asked for something it may not.',
        body,
      }),
    );
}
