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

/**
 * Jest's `runtime`: Node itself loads the modules, once per process, as it does in production. Jest's own runtime
 * compiles and loads every module again for every test file, which took half of the CPU time of a suite.
 * Only test files and setup files are loaded anew. So test files of a process share the state of modules and `process.env`,
 * and there are no module mocks and no fake timers.
 */
export default class NodeRuntime {
  readonly #environment: NodeGlobalsEnvironment;
  readonly #version = ++loadedFiles;

  constructor(_config: unknown, environment: NodeGlobalsEnvironment) {
    this.#environment = environment;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  /** Loads a test file or a setup file. */
  unstable_importModule(path: string): Promise<unknown> {
    return import(`${pathToFileURL(path).href}?version=${this.#version}`);
  }

  /** Loads jest-circus, which keeps its state in its module: anew for each test file. */
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
