/**
 * One rule of security or money, how it is undone, and the test that must fail when it is. What is found must stand in its
 * file exactly once: code that moved makes `make check` say so.
 */
export interface Rule {
  /** A requirement of ASVS 5.0.0, or what else the rule comes from. */
  readonly id: string;
  /** The rule, as a sentence. */
  readonly says: string;
  /** The file that keeps it, from the root. */
  readonly file: string;
  readonly find: string;
  /** What stands there once the rule is undone. */
  readonly put: string;
  /** The file of the test that must notice, and a part of that test's name that stands in it. */
  readonly test: string;
  readonly named: string;
}
