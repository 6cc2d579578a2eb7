export type Schema = Readonly<Record<string, unknown>>;

/** An object that has no other properties. */
export const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
export const text = (description?: string, more: Schema = {}): Schema => ({
  type: 'string',
  ...(description && { description }),
  ...more,
});
export const whole = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});
export const flag: Schema = { type: 'boolean' };
export const words = (pattern?: string): Schema => ({
  type: 'array',
  items: { type: 'string', ...(pattern && { pattern }) },
});
export const pairs: Schema = { type: 'object', additionalProperties: { type: 'string' } };
export const anyObject: Schema = { type: 'object' };
export const objects: Schema = { type: 'array', items: { type: 'object' } };
export const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
export const NAME = '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$';
export const ORIGIN = '^https?://([a-zA-Z0-9.-]+|\\[[\\da-fA-F:]+\\])(:[0-9]+)?$';
export const QUANTITY = '^[0-9]+(\\.[0-9]+)?(k|Ki|M|Mi|G|Gi|T|Ti)?$';
