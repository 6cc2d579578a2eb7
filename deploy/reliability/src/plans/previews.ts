import { ok, overdue, type Result, type Row, refused } from './results.ts';
import type { Meaning } from './table.ts';

const inEuros = (body: Result['body']) => ok('unchanged', { currency: 'eur', ...body });
const atEnd = { dueNowCents: 0, effectiveAt: '<end>' };
const goesOn = { dueNowCents: 0, nextChargeCents: '<price>', nextChargeAt: '<end>' };
const upgrade = inEuros({
  kind: 'upgrade',
  dueNowCents: '<due>',
  nextChargeCents: '<next>',
  nextChargeAt: '<next end>',
});
const downgrade = inEuros({ kind: 'downgrade', ...atEnd, nextChargeCents: '<chosen price>', nextChargeAt: '<end>' });
const end = inEuros({ kind: 'cancel', ...atEnd, nextChargeCents: null, nextChargeAt: null });

/**
 * What 'preview-subscription-change' says of a choice of that meaning. `<due>`, `<next>` and `<next end>` are what the
 * upgrade would charge at the instant the preview names, and what follows it.
 */
export const PREVIEWS: Readonly<Record<Meaning, Row>> = {
  end: {
    free: inEuros({ kind: 'none', dueNowCents: 0 }),
    active: end,
    cancelling: end,
    downgrading: end,
    overdue: inEuros({ kind: 'cancel', dueNowCents: 0, effectiveAt: null }),
  },
  same: {
    active: inEuros({ kind: 'none', ...goesOn }),
    cancelling: inEuros({ kind: 'resume', ...goesOn }),
    downgrading: inEuros({ kind: 'resume', ...goesOn }),
    overdue: inEuros({ kind: 'checkout', dueNowCents: '<price>' }),
  },
  up: {
    free: inEuros({ kind: 'checkout', dueNowCents: '<chosen price>', nextChargeCents: '<chosen price>' }),
    active: upgrade,
    cancelling: upgrade,
    downgrading: upgrade,
    overdue,
  },
  down: { active: downgrade, cancelling: downgrade, downgrading: downgrade, overdue },
};

/** A change with the price of a preview that is two hours old. */
const old = refused(400, 'PREVIEW_EXPIRED');
export const OLD_PREVIEW: Row = { active: old, cancelling: old, downgrading: old, overdue };
