import { readFileSync } from 'node:fs';

/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | false | readonly (Html | string)[];

/** Builds HTML. Values are escaped unless they are `Html`; lists are joined; undefined and false become empty. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    html: texts.reduce((built, text, index) => built + text + (index < parts.length ? htmlOf(parts[index]) : ''), ''),
  };
}

function htmlOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(htmlOf).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A whole document in the sandbox's style, for the console and for consent and checkout pages. */
export function page(title: string, body: Html, head: Html = { html: '' }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styles}</style>
${head}
</head>
<body>${body}</body>
</html>`.html;
}

/** Inlined, so that pages on any provider's origin need no request for it. */
const styles: Html = { html: readFileSync(new URL('./console.css', import.meta.url), 'utf8') };
