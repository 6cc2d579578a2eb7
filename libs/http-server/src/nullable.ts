import Type, { type TSchema } from 'typebox';

/** A schema for the values of another schema, or null. */
export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
