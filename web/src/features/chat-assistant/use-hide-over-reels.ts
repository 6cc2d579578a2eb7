import { type RefObject, useEffect } from 'react';

/**
 * Hides the button while it covers the picture of a video or the bar with the wizard's buttons. Focus shows it again.
 */
export function useHideOverReels(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const update = () => {
      const button = ref.current?.getBoundingClientRect();
      const covers = [...document.querySelectorAll('.reel, .wizard-bar')].some((thing) => {
        const { left, right, top, bottom } = thing.getBoundingClientRect();
        return button && left < button.right && right > button.left && top < button.bottom && bottom > button.top;
      });
      ref.current?.classList.toggle('is-aside', covers);
    };
    // Loaded content may contain reels; it changes the height of the page.
    const sizes = new ResizeObserver(update);
    sizes.observe(document.body);
    addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', update);
    };
  }, [ref]);
}
