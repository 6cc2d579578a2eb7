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
  await new Promise<void>((resolve) => {
    onceIdle(resolve, { timeout: 5_000, withoutApi: 1_000 });
  });
}

interface IdleOptions {
  /** Runs after so many ms in any case. */
  readonly timeout: number;
  /** The wait in ms in Safari, which has no requestIdleCallback. */
  readonly withoutApi: number;
}

/** Runs once the browser is idle. @returns how to cancel it */
export function onceIdle(run: () => void, { timeout, withoutApi }: IdleOptions): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, withoutApi);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(run, { timeout });
  return () => window.cancelIdleCallback(id);
}

const interaction = () => Promise.race(INTERACTIONS.map((name) => event(window, name)));

const event = (target: EventTarget, name: string) =>
  new Promise<unknown>((resolve) => target.addEventListener(name, resolve, { once: true, passive: true }));
