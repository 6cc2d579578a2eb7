import { paths } from './app/paths.ts';
import { recordPageView } from './app/record-page-view.ts';
import { hideOverReels } from './features/chat-assistant/hide-over-reels.ts';
import { playExamples, playOpenExample } from './features/landing/play-examples.ts';
import { playHero } from './features/landing/play-hero.ts';
import { prefetchApp } from './features/landing/prefetch-app.ts';
import { switchBilling } from './features/plans/switch-billing.ts';
import { takeMessage } from './lib/kept-message.ts';
import { whenIdle } from './lib/when-idle.ts';
import { mayBeSignedIn } from './session/signed-in-hint.ts';
import { mayPlayByItself, savesData } from './ui/clip.ts';
import { switchTheme } from './ui/theme.ts';

/** What the landing page does in the browser. The build has written its HTML, which works without this script. */
document.querySelector('.theme-switch')?.addEventListener('click', switchTheme);
switchBilling();
playExamples();
if (mayBeSignedIn()) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-start]')) link.href = paths.dashboard;
}
const ask = document.querySelector<HTMLElement>('.ask');
if (ask) prepareAssistant(ask);
// One at a time, so that the browser can answer its visitor in between.
void whenIdle(() => recordPageView(location.pathname));
if (!savesData()) void whenIdle(prefetchApp);
if (mayPlayByItself()) {
  void whenIdle(playHero);
  void whenIdle(playOpenExample);
}

/** React is loaded when the assistant is opened, or to show the message of the page before. */
function prepareAssistant(button: HTMLElement): void {
  const stop = hideOverReels(button);
  const message = takeMessage();
  const mount = async (isOpenAtFirst: boolean) => {
    const { mountIsland } = await import('./landing-island.tsx');
    stop();
    mountIsland(button, { isOpenAtFirst, message });
  };
  if (message) void mount(false);
  else button.addEventListener('click', () => void mount(true), { once: true });
}
