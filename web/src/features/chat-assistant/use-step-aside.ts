import { type RefObject, useEffect } from 'react';

/** While a reel or the wizard's bar is below the button, the button gives way; focus brings it back. */
export function useStepAside(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const look = () => {
      const button = ref.current?.getBoundingClientRect();
      const covers = [...document.querySelectorAll('.reel, .wizard-bar')].some((thing) => {
        const { left, right, top, bottom } = thing.getBoundingClientRect();
        return button && left < button.right && right > button.left && top < button.bottom && bottom > button.top;
      });
      ref.current?.classList.toggle('is-aside', covers);
    };
    // Reels come with what a page loads, which changes its height.
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', look);
    };
  }, [ref]);
}
