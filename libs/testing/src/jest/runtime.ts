import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type NodeGlobalsEnvironment from './environment.ts';
import { type Globals, setGlobals } from './globals.ts';

const require = createRequire(import.meta.url);
const globalsUrl = new URL('./globals.ts', import.meta.url).href;
/** Where jest-circus keeps the listeners of the test file that runs. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === '@jest/globals' ? globalsUrl : specifier, context),
});

let loadedFiles = 0;
/** A test file may wait at its top level. Jest's time limits are for tests and hooks. */
const LOAD_LIMIT_MS = 60_000;

/** What Jest passes to its runtime; of the objects, what is read here. */
type RuntimeOptions = [
  config: unknown,
  environment: NodeGlobalsEnvironment,
  resolver: unknown,
  transformer: unknown,
  sources: unknown,
  coverage: { readonly collectCoverage: boolean },
  testPath: string,
  globalConfig: { readonly watch: boolean; readonly watchAll: boolean },
];

/**
 * Jest's `runtime`: Node itself loads the modules, once per process, as it does in production. Jest's own runtime
 * compiles and loads every module again for every test file, which took half of the CPU time of a suite.
 * Only test files and setup files are loaded again. So test files of a process share the state of modules and `process.env`,
 * a hook that a shared module registers when it is loaded runs in one test file only, and there are no module mocks, no
 * fake timers, no watch mode and no coverage.
 */
export default class NodeRuntime {
  readonly #environment: NodeGlobalsEnvironment;
  readonly #version = ++loadedFiles;

  constructor(...[, environment, , , , { collectCoverage }, , { watch, watchAll }]: RuntimeOptions) {
    if (watch || watchAll) throw new Error('There is no watch mode: changed modules would not be loaded again.');
    if (collectCoverage) throw new Error('Coverage is not measured: Node loads the modules, not Jest.');
    this.#environment = environment;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  /** Loads a test file or a setup file. */
  async unstable_importModule(path: string): Promise<unknown> {
    const limit = Promise.withResolvers<never>();
    const fail = () => limit.reject(new Error(`${path} did not load within ${LOAD_LIMIT_MS / 1_000} s`));
    const timer = setTimeout(fail, LOAD_LIMIT_MS);
    try {
      return await Promise.race([import(`${pathToFileURL(path).href}?version=${this.#version}`), limit.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Loads jest-circus again for each test file: it keeps its state in its module. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  requireModule(path: string): never {
    throw new Error(`Jest's snapshot resolvers and serializers are not supported: ${path}`);
  }

  setGlobalsForRuntime(globals: Omit<Globals, 'jest'>): void {
    setGlobals({ ...globals, jest: this.#environment.mocks });
  }

  getSourceMaps(): Map<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {}

  enterTestCode(): void {}

  leaveTestCode(): void {}

  teardown(): void {}
}
