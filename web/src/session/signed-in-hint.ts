/**
 * Auth sets this cookie beside the session's, which scripts can't read. It gives no right: it says whether asking for
 * the user is worth a request, and which links the public pages show. index.html reads it before the first paint.
 */
const HINT = /(?:^|; )(__Host-)?signed-in=1(?:;|$)/;

export const mayBeSignedIn = () => HINT.test(document.cookie);

/** After auth has named the user: public pages show a signed-in person's links. */
export function showSignedIn(): void {
  document.documentElement.dataset.signedIn = '';
}

/** After auth has refused the session: public pages are a guest's again. */
export function removeSignedInHint(): void {
  const [, prefix = ''] = HINT.exec(document.cookie) ?? [];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${prefix}signed-in=; Path=/; Max-Age=0; SameSite=Lax${prefix && '; Secure'}`;
  delete document.documentElement.dataset.signedIn;
}
