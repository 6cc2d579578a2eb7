/** Tells the server that a page was seen, unless the reader asked not to be counted. Its failure is of no interest. */
export function recordPageView(path: string): void {
  if (navigator.doNotTrack === '1') return;
  const referrer =
    document.referrer && !document.referrer.startsWith(window.location.origin) ? document.referrer : null;
  const body = JSON.stringify(referrer ? { path, referrer } : { path });
  navigator.sendBeacon?.('/api/page-views', new Blob([body], { type: 'application/json' }));
}
