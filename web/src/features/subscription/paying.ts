import { kept } from '../../lib/browser-storage.ts';

/** Who has not come back from the payment page by then has left it. */
const atMostMs = 15 * 60_000;

/** Remembers, beyond the page of the payment provider, that this browser went there to pay. */
export function notePaying(): void {
  try {
    localStorage.setItem(kept.payingSince, String(Date.now()));
  } catch {
    // No storage: the plan is asked about all the same, only without saying so.
  }
}

/** Whether somebody went to pay from here a few minutes ago. */
export function wentToPay(): boolean {
  try {
    const since = Number(localStorage.getItem(kept.payingSince) ?? Number.NaN);
    return Date.now() - since < atMostMs;
  } catch {
    return false;
  }
}

export function forgetPaying(): void {
  try {
    localStorage.removeItem(kept.payingSince);
  } catch {
    // Nothing was kept.
  }
}
