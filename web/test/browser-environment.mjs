import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the browser parts that it lacks and the app uses: Node provides fetch, Response and similar. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global } = this;
    for (const name of [
      'Response',
      'Headers',
      'Request',
      'TextEncoder',
      'TextDecoder',
      'structuredClone',
      'setImmediate',
    ]) {
      global[name] ??= globalThis[name];
    }
  }
}
