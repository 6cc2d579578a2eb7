/** Jest's `testSequencer`: test files in the order of their names. */
export default class ByName {
  sort<Test extends { readonly path: string }>(tests: readonly Test[]): Test[] {
    return tests.toSorted((a, b) => a.path.localeCompare(b.path));
  }

  cacheResults(): void {}
}
