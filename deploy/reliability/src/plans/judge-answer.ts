import { type Plan, priceOf } from './catalogue.ts';
import { type HeldPlan, upgraded } from './held.ts';
import { differences, type Fault } from './judge.ts';
import type { Answer } from './member.ts';
import { isoOf } from './months.ts';
import type { Result } from './results.ts';

/** Compares an answer with the table: status, code, and the fields that the table names. */
export function judgeAnswer(result: Result, answer: Answer, held: HeldPlan, chosen: Plan | undefined): Fault[] {
  const faults = differences(
    { http: result.http, error: result.error },
    { http: answer.status, error: result.error === undefined ? undefined : answer.error },
  );
  for (const [field, wanted] of Object.entries(result.body ?? {})) {
    const seen = answer.body[field];
    const value = expectedValue(wanted, held, chosen, answer);
    const fits = wanted === '<address>' ? typeof seen === 'string' && URL.canParse(seen) : seen === value;
    if (!fits) faults.push({ what: `answer.${field}`, expected: value, seen: seen ?? null });
  }
  return faults;
}

function expectedValue(wanted: unknown, held: HeldPlan, chosen: Plan | undefined, { body }: Answer): unknown {
  const shownAt = (seconds: number) => `${isoOf(seconds)}.000Z`;
  const after = () => (chosen ? upgraded(held, chosen, Number(body.prorationDate)) : held);
  const ofChosen = () => (chosen ? priceOf(chosen) : 0);
  switch (wanted) {
    case '<now>':
      return held.plan?.tier ?? 'free';
    case '<chosen>':
      return chosen?.tier ?? 'free';
    case '<end>':
      return shownAt(held.until);
    case '<price>':
      return held.plan && priceOf(held.plan);
    case '<chosen price>':
      return ofChosen();
    case '<due>':
      return after().charged - held.charged;
    case '<next>':
      return Math.max(0, ofChosen() - after().credit);
    case '<next end>':
      return shownAt(after().until);
    default:
      return wanted;
  }
}
