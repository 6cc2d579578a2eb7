import type * as Jest from '@jest/globals';
import type { ModuleMocker } from 'jest-mock';

/** What a test file may import from `@jest/globals`; of `jest` only the functions that make and restore mocks. */
type Names = 'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it' | 'test';
export type Globals = Pick<typeof Jest, Names> & { readonly jest: MockFunctions };
export type MockFunctions = Pick<ModuleMocker, 'fn' | 'spyOn' | 'clearAllMocks' | 'resetAllMocks' | 'restoreAllMocks'>;

// Exports are live: modules that stay loaded see the values of the test file that runs now.
export let afterAll: Globals['afterAll'];
export let afterEach: Globals['afterEach'];
export let beforeAll: Globals['beforeAll'];
export let beforeEach: Globals['beforeEach'];
export let describe: Globals['describe'];
export let expect: Globals['expect'];
export let it: Globals['it'];
export let test: Globals['test'];
export let jest: Globals['jest'];

export function setGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, jest } = globals);
}
