// For jest's setupFiles.

// Node's default. Jest sets 100 and maps each frame to its source, which cost a tenth of all CPU time in some suites:
// Stripe's and gRPC's clients read the stack of an error in every call.
Error.stackTraceLimit = 10;

// Fastify compares a plugin without a display name with the exports of every loaded module, which in
// jest takes 20 ms for each plugin. So every function has one; a plugin may still set its own.
const displayName = Symbol.for('fastify.display-name');

Object.defineProperty(Function.prototype, displayName, {
  get(this: { name: string }) {
    return this.name || 'plugin';
  },
  set(this: object, value: string) {
    Object.defineProperty(this, displayName, { value, configurable: true, writable: true });
  },
});
