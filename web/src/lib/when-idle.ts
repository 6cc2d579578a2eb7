const INTERACTIONS = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;

/**
 * Calls back once the page is visible, and has loaded and leaves the browser idle, or the person has begun to use it:
 * what it starts then delays nothing that the person waits for.
 */
export async function whenIdle(run: () => void): Promise<void> {
  await Promise.race([loadedAndIdle(), interaction()]);
  if (document.hidden) await event(document, 'visibilitychange');
  run();
}

async function loadedAndIdle(): Promise<void> {
  if (document.readyState !== 'complete') await event(window, 'load');
  // Safari has no requestIdleCallback.
  await new Promise<unknown>((resolve) =>
    window.requestIdleCallback ? window.requestIdleCallback(resolve, { timeout: 5_000 }) : setTimeout(resolve, 1_000),
  );
}

const interaction = () => Promise.race(INTERACTIONS.map((name) => event(window, name)));

const event = (target: EventTarget, name: string) =>
  new Promise<unknown>((resolve) => target.addEventListener(name, resolve, { once: true, passive: true }));
