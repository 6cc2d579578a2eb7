import { type ChaosSettings, faults } from '../core/chaos.ts';
import type { Provider } from '../core/sandbox.ts';
import { readable } from './feed.ts';
import { type Html, html } from './html.ts';
import type { ConsoleParts } from './server.ts';

const faultNames: Record<(typeof faults)[number], string> = {
  rate429: 'Too many requests',
  error5xx: 'Server errors',
  timeoutAfterSuccess: 'Done, but no answer',
  refusal: 'Refusals',
  revokedToken: 'Revoked grants',
  brokenUpload: 'Broken uploads',
  duplicateEvents: 'Events sent twice',
  reorderedEvents: 'Events out of order',
  garbage: 'Answers of garbage',
  crash: 'Crashes',
};

/** The overview: clock, providers with their switches, the last calls. */
export function home(parts: ConsoleParts): Html {
  const { sandbox, providers, requests } = parts;
  return html`<header class="head"><h1>Provider sandbox</h1>
<p class="lead">Every outside service the product talks to, played here. Nothing leaves this machine.</p></header>
${clockPanel(parts)}
<section aria-labelledby="providers"><h2 id="providers">Providers</h2>
<div class="providers">${providers.map((provider) => providerPanel(provider, sandbox.chaos.settings(provider.name), parts))}</div></section>
<section aria-labelledby="calls"><h2 id="calls">Last calls</h2>
${requests.last().length === 0 ? html`<p class="lead">No calls yet.</p>` : callTable(parts)}</section>
<section class="panel row"><div><h2>Reset</h2><p>Empties accounts, files, posts and switches. The journal of what really happened stays.</p></div>
<form method="post" action="/forms/reset"><button class="danger">Reset the sandbox</button></form></section>`;
}

function clockPanel({ sandbox: { clock } }: ConsoleParts): Html {
  const now = clock.now().toISOString();
  const ahead = Math.round((clock.offset?.() ?? 0) / 60_000);
  return html`<section class="panel row" aria-labelledby="clock"><div><h2 id="clock">Product clock</h2>
<p class="clock"><time datetime="${now}">${readable(now)}</time></p>
<p>${ahead === 0 ? 'The same as real time.' : `${Math.abs(ahead)} min ${ahead > 0 ? 'ahead of' : 'behind'} real time.`}</p></div>
${
  clock.setOffset
    ? html`<form method="post" action="/forms/clock" class="actions"><button name="by" value="hour">+1 hour</button>
<button name="by" value="day">+1 day</button><button name="by" value="real">Real time</button></form>
<form method="post" action="/forms/clock" class="actions"><label>Go to (UTC) <input type="datetime-local" name="to" value="${now.slice(0, 16)}" required></label><button>Set</button></form>`
    : ''
}</section>`;
}

function providerPanel(provider: Provider, settings: ChaosSettings, { sandbox }: ConsoleParts): Html {
  const rough = settings.limit !== 0 && (faults.some((fault) => settings[fault] > 0) || settings.slowModerationMs > 0);
  const pages = (provider.pages ?? []).filter((page) => page.inNavigation);
  return html`<section class="panel" id="${provider.name}"><h3>${provider.title}</h3>
<p class="mono">${sandbox.origins.browser(provider.name)}</p>
<p><span class="pip ${rough ? 'running' : 'done'}" aria-hidden="true"></span>${rough ? 'Making trouble' : 'Calm'}${pages.map((page) => html` · <a href="${page.path}">${page.title}</a>`)}</p>
<details ${rough ? { html: 'open' } : ''}><summary>Chaos switches</summary>
<form method="post" action="/forms/chaos/${provider.name}">
<div class="fields">${faults.map((fault) => number(fault, faultNames[fault], settings[fault], '0.05', '1'))}
${number('slowModerationMs', 'Slow moderation, ms', settings.slowModerationMs, '100')}
${number('retryAfterSeconds', 'Retry-After of 429, s', settings.retryAfterSeconds, '1')}
${number('limit', 'Stop after (faults)', settings.limit ?? '', '1')}
${number('seed', 'Seed', settings.seed, '1')}
<label>Only calls with <input name="only" value="${settings.only}" placeholder="POST /upload"></label></div>
<p class="actions"><button class="primary">Save</button><button name="calm" value="1">Calm down</button></p></form></details></section>`;
}

function number(name: string, label: string, value: number | string, step: string, max?: string): Html {
  return html`<label>${label} <input type="number" name="${name}" min="0" step="${step}" value="${value}" ${max === undefined ? '' : html`max="${max}"`}></label>`;
}

function callTable({ requests }: ConsoleParts): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="calls"><table><thead><tr><th>Time</th><th>Provider</th><th>Call</th><th>Answer</th><th>ms</th></tr></thead>
<tbody>${requests.last().map(
    (
      call,
    ) => html`<tr><td>${call.at.slice(11, 19)}</td><td>${call.provider}</td><td class="mono">${call.method} ${call.url}</td>
<td class="${call.status >= 400 ? 'bad' : ''}">${call.status}${call.fault === undefined ? '' : ` (${call.fault})`}</td><td>${call.milliseconds}</td></tr>`,
  )}</tbody></table></div>`;
}
