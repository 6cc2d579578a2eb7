/**
 * One rule of security or money, how it is undone, and the test that must fail when it is. `find` must occur in `file`
 * exactly once; `make check` reports code that has moved.
 */
export interface Rule {
  /** A requirement of ASVS 5.0.0, or another source of the rule. */
  readonly id: string;
  /** The rule, as a sentence. */
  readonly says: string;
  /** The file that enforces it, from the root. */
  readonly file: string;
  readonly find: string;
  /** The code in its place when the rule is undone. */
  readonly put: string;
  /** The file of the test that must fail, and a part of the test's name as it is written there. */
  readonly test: string;
  readonly named: string;
}
