/** Reports a page view to the server, unless the browser sends Do Not Track. Failures are ignored. */
export function recordPageView(path: string): void {
  if (navigator.doNotTrack === '1') return;
  const referrer =
    document.referrer && !document.referrer.startsWith(window.location.origin) ? document.referrer : null;
  const body = JSON.stringify(referrer ? { path, referrer } : { path });
  navigator.sendBeacon?.('/api/page-views', new Blob([body], { type: 'application/json' }));
}
