/** Whether a value from outside is a member of a closed set. */
export const memberOf =
  <Member extends string>(set: readonly Member[]) =>
  (value: unknown): value is Member =>
    set.some((member) => member === value);

/** A table with an entry for each member of a closed set. */
export function recordOf<Member extends string, Value>(
  set: readonly Member[],
  entryFor: (member: Member) => Value,
): Record<Member, Value> {
  return Object.fromEntries(set.map((member) => [member, entryFor(member)])) as Record<Member, Value>;
}
