import { ModuleMocker } from 'jest-mock';
import type { MockFunctions } from './globals.ts';

/** A listener that a test file left behind would hide the errors of the next one, or end the process in its place. */
const EVENTS = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT'] as const;

/** Jest's `testEnvironment`: a test file runs in Node's own globals, without a context of its own. */
export default class NodeGlobalsEnvironment {
  readonly global = globalThis;
  readonly mocks: MockFunctions = new ModuleMocker(globalThis);
  // Jest replaces both for each test file.
  readonly #console = globalThis.console;
  readonly #exit = process.exit;
  readonly #listeners = new Map(EVENTS.map((event) => [event, new Set(process.rawListeners(event))]));

  /** Jest asks for it, and needs it only for modules that its own runtime loads. */
  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  async setup(): Promise<void> {
    // Jest sets a limit of 100 and maps each frame to its source. Nothing is compiled here, and clients of Stripe and
    // gRPC read the stack of an error in every call.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    Error.stackTraceLimit = 10;
  }

  async teardown(): Promise<void> {
    for (const [event, before] of this.#listeners) {
      for (const listener of process.rawListeners(event)) {
        if (!before.has(listener)) process.off(event, listener as () => void);
      }
    }
    globalThis.console = this.#console;
    process.exit = this.#exit;
  }
}
