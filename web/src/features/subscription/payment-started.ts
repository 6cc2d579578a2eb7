import { storageKeys } from '../../lib/browser-storage.ts';

/** After this time the user is assumed to have left the payment page. */
const maxAgeMs = 15 * 60_000;

/** Stores that this browser opened the payment provider's page, so that it is known after the return. */
export function markPaymentStarted(): void {
  try {
    localStorage.setItem(storageKeys.payingSince, String(Date.now()));
  } catch {
    // Without storage the plan is still polled, but the screen does not show it.
  }
}

/** Whether this browser opened the payment page in the last minutes. */
export function isPaymentRecent(): boolean {
  try {
    const since = Number(localStorage.getItem(storageKeys.payingSince) ?? Number.NaN);
    return Date.now() - since < maxAgeMs;
  } catch {
    return false;
  }
}

export function clearPaymentStarted(): void {
  try {
    localStorage.removeItem(storageKeys.payingSince);
  } catch {
    // Storage may be forbidden, and is then empty.
  }
}
