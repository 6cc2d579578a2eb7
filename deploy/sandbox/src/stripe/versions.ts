import { apiVersion } from './events.ts';
import { invalid } from './failure.ts';
import type { Input } from './parameters.ts';

/** Stripe's releases with named versions. */
const released = `
  2024-09-30.acacia 2024-10-28.acacia 2024-11-20.acacia 2024-12-18.acacia 2025-01-27.acacia 2025-02-24.acacia
  2025-03-31.basil 2025-04-30.basil 2025-05-28.basil 2025-06-30.basil 2025-07-30.basil 2025-08-27.basil
  2025-09-30.clover 2025-10-29.clover 2025-11-17.clover 2025-12-15.clover 2026-01-28.clover 2026-02-25.clover
  2026-03-25.dahlia 2026-04-22.dahlia 2026-05-27.dahlia 2026-06-24.dahlia 2026-07-29.dahlia 2026-08-26.dahlia
  2026-09-30.endive 2026-10-28.endive`
  .trim()
  .split(/\s+/);
const lastWithoutName = '2024-06-20';

/**
 * Checks a `Stripe-Version`. Versions are dates, with names since 2024-09. The emulated calls are the same in dahlia and
 * endive. Older versions have other shapes, so they are rejected.
 */
export function checkVersion(asked: string | undefined): void {
  if (asked === undefined) return;
  const isOld = /^20\d\d-\d\d-\d\d$/.test(asked) && asked <= lastWithoutName;
  if (!isOld && !released.includes(asked)) throw invalid(`Invalid Stripe API version: ${asked}`);
  if (/\.(dahlia|endive)$/.test(asked)) return;
  throw invalid(
    `This sandbox plays Stripe API version ${apiVersion} and accepts those from 2026-03-25.dahlia on, not ${asked}.`,
  );
}

/** Converts parameters of an older version: before endive `billing_cycle_anchor` was a text. */
export function inPresentForm(version: string | undefined, input: Input): Input {
  if (!version?.endsWith('.dahlia')) return input;
  const entries = Object.entries(input).map(([name, value]) => {
    if (typeof value !== 'string') return [name, inPresentForm(version, value)];
    return [name, name === 'billing_cycle_anchor' && /^[a-z]+$/.test(value) ? { type: value } : value];
  });
  return Object.fromEntries(entries);
}
