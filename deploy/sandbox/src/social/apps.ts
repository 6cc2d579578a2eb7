import type { FastifyInstance } from 'fastify';
import { consentPage } from '../console/consent.ts';
import { type Html, html } from '../console/html.ts';

interface ConnectedAccount {
  name: string;
  title: string;
}

interface Apps<Account extends ConnectedAccount> {
  provider: string;
  /** The accounts with a consent to the product. */
  connected(): readonly Account[];
  /** Ends the account's consent. */
  remove(account: Account): void;
  /** Calls the product to delete a person's data. @returns its response as HTML. Undefined where the platform has no such call. */
  askToDelete?(account: Account): Promise<Html>;
}

/** `/settings/apps`, where a person ends a consent without the product. */
export function addApps<Account extends ConnectedAccount>(app: FastifyInstance, options: Apps<Account>): void {
  const shown = (lead: string | Html) =>
    consentPage({
      provider: options.provider,
      title: 'Apps with access',
      lead,
      body: html`${options.connected().map(
        ({
          name,
          title,
        }) => html`<section class="panel"><form method="post" action="/settings/apps"><input type="hidden" name="account" value="${name}">
<p><strong>Reelwright</strong> · ${title}</p><p class="actions"><button class="danger">Remove</button>
${options.askToDelete ? html`<button class="danger" name="delete" value="1">Remove and delete my data</button>` : ''}</p></form></section>`,
      )}`,
    });
  app.get('/settings/apps', async (_request, reply) => {
    const lead =
      options.connected().length === 0 ? 'No app has access to any account.' : 'An app you remove can no longer post.';
    return reply.type('text/html').send(shown(lead));
  });
  app.post<{ Body: { account?: string; delete?: string } | undefined }>('/settings/apps', async (request, reply) => {
    const { account: name, delete: wantsDeletion } = request.body ?? {};
    const account = options.connected().find((one) => one.name === name);
    if (!account) return reply.redirect('/settings/apps', 303);
    options.remove(account);
    if (!wantsDeletion || !options.askToDelete) return reply.redirect('/settings/apps', 303);
    return reply.type('text/html').send(shown(await options.askToDelete(account)));
  });
}
