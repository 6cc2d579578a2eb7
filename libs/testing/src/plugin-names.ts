// For jest's setupFiles. Fastify compares a plugin without a display name with the exports of every loaded module, which in
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
