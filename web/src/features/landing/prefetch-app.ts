/** Loads the app's scripts as soon as somebody points at a link that leads into it. The build has put their links aside. */
export function prefetchApp(): void {
  const scripts = document.querySelector<HTMLTemplateElement>('#app-scripts');
  if (!scripts) return;
  const done = new AbortController();
  const notice = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]');
    if (!link || link.pathname === location.pathname) return;
    done.abort();
    document.head.append(scripts.content);
  };
  for (const name of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(name, notice, { passive: true, signal: done.signal });
  }
}
