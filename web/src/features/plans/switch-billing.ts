/** The buttons of the billing period, each of which shows the plans at its place. */
export function switchBilling(): void {
  const buttons = [...document.querySelectorAll('#pricing .segment button')];
  const lists = [...document.querySelectorAll<HTMLElement>('#pricing [data-billing]')];
  for (const [chosen, button] of buttons.entries()) {
    button.addEventListener('click', () => {
      for (const [place, each] of buttons.entries()) each.setAttribute('aria-pressed', String(place === chosen));
      for (const [place, list] of lists.entries()) list.hidden = place !== chosen;
    });
  }
}
