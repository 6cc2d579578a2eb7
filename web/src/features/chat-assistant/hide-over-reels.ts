/**
 * Hides the button while it covers the picture of a video or the bar with the wizard's buttons. Focus shows it again.
 * Returns a function that stops it.
 */
export function hideOverReels(button: HTMLElement): () => void {
  const update = () => {
    const own = button.getBoundingClientRect();
    const covers = [...document.querySelectorAll('.reel, .wizard-bar')].some((thing) => {
      const { left, right, top, bottom } = thing.getBoundingClientRect();
      return own.left < right && own.right > left && own.top < bottom && own.bottom > top;
    });
    button.classList.toggle('is-aside', covers);
  };
  // Loaded content may contain reels; it changes the height of the page.
  const sizes = new ResizeObserver(update);
  sizes.observe(document.body);
  addEventListener('scroll', update, { passive: true });
  return () => {
    sizes.disconnect();
    removeEventListener('scroll', update);
  };
}
