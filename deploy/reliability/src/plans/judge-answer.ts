import { type Plan, priceOf } from './catalogue.ts';
import { type HeldPlan, upgraded } from './held.ts';
import { differences, type Mismatch } from './judge.ts';
import type { Answer } from './member.ts';
import { isoOf } from './months.ts';
import type { Result } from './results.ts';

/** Compares a response with the table: status, code, and the fields that the table names. */
export function judgeAnswer(result: Result, answer: Answer, heldPlan: HeldPlan, chosen: Plan | undefined): Mismatch[] {
  const mismatches = differences(
    { http: result.http, error: result.error },
    { http: answer.status, error: result.error === undefined ? undefined : answer.error },
  );
  for (const [field, wanted] of Object.entries(result.body ?? {})) {
    const actual = answer.body[field];
    const value = expectedValue(wanted, heldPlan, chosen, answer);
    const fits = wanted === '<address>' ? typeof actual === 'string' && URL.canParse(actual) : actual === value;
    if (!fits) mismatches.push({ what: `answer.${field}`, expected: value, actual: actual ?? null });
  }
  return mismatches;
}

function expectedValue(wanted: unknown, heldPlan: HeldPlan, chosen: Plan | undefined, { body }: Answer): unknown {
  const shownAt = (seconds: number) => `${isoOf(seconds)}.000Z`;
  const after = () => (chosen ? upgraded(heldPlan, chosen, Number(body.prorationDate)) : heldPlan);
  const ofChosen = () => (chosen ? priceOf(chosen) : 0);
  switch (wanted) {
    case '<now>':
      return heldPlan.plan?.tier ?? 'free';
    case '<chosen>':
      return chosen?.tier ?? 'free';
    case '<end>':
      return shownAt(heldPlan.until);
    case '<price>':
      return heldPlan.plan && priceOf(heldPlan.plan);
    case '<chosen price>':
      return ofChosen();
    case '<due>':
      return after().charged - heldPlan.charged;
    case '<next>':
      return Math.max(0, ofChosen() - after().credit);
    case '<next end>':
      return shownAt(after().until);
    default:
      return wanted;
  }
}
