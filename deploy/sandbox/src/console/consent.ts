import { type Html, html, page } from './html.ts';

/** A page on which a person decides on a provider's request. It has the same layout for all providers. */
export function consentPage(options: {
  /** The provider's name for people. */
  provider: string;
  title: string;
  /** One sentence under the title. */
  lead?: string | Html;
  /** The form's fields and buttons. */
  body: Html;
}): string {
  return page(
    `${options.title} · ${options.provider}`,
    html`<main class="consent">
  <p class="consent-brand"><span class="pip done" aria-hidden="true"></span>${options.provider} <span class="tag">sandbox</span></p>
  <h1>${options.title}</h1>
  ${options.lead === undefined ? '' : html`<p class="lead">${options.lead}</p>`}
  ${options.body}
</main>`,
  );
}

/** Query or form values as hidden fields. */
export function hiddenFields(values: Readonly<Record<string, string | undefined>>): Html[] {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
