import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with the parts of a browser it lacks and the app uses: fetch's Response and the like come from Node. */
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
