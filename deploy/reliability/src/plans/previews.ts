import { ok, overdue, type Result, type Row, refused } from './results.ts';
import type { Meaning } from './table.ts';

const inEuros = (body: Result['body']) => ok('unchanged', { currency: 'eur', ...body });
const atEnd = { dueNowCents: 0, effectiveAt: '<end>' };
const unchanged = { dueNowCents: 0, nextChargeCents: '<price>', nextChargeAt: '<end>' };
const upgrade = inEuros({
  kind: 'upgrade',
  dueNowCents: '<due>',
  nextChargeCents: '<next>',
  nextChargeAt: '<next end>',
});
const downgrade = inEuros({ kind: 'downgrade', ...atEnd, nextChargeCents: '<chosen price>', nextChargeAt: '<end>' });
const end = inEuros({ kind: 'cancel', ...atEnd, nextChargeCents: null, nextChargeAt: null });

/**
 * The responses of 'preview-subscription-change' for each meaning of a choice. `<due>` is the upgrade's charge at the instant
 * that the preview names, `<next>` and `<next end>` are the next charge and its date.
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
    active: inEuros({ kind: 'none', ...unchanged }),
    cancelling: inEuros({ kind: 'resume', ...unchanged }),
    downgrading: inEuros({ kind: 'resume', ...unchanged }),
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

/** The response to a change with a preview that is two hours old. */
const old = refused(400, 'PREVIEW_EXPIRED');
export const OLD_PREVIEW: Row = { active: old, cancelling: old, downgrading: old, overdue };
