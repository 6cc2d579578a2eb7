/** Whether a value from outside is a member of a closed set. */
export const memberOf =
  <Member extends string>(set: readonly Member[]) =>
  (value: unknown): value is Member =>
    set.some((member) => member === value);
