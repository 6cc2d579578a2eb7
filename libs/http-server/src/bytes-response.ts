import Type, { type TUnsafe } from 'typebox';

/** The response schema of an answer that is bytes, of one of the types. Fastify sends them as they are. */
export const bytesResponse = (...types: string[]): TUnsafe<unknown> =>
  ({
    content: Object.fromEntries(types.map((type) => [type, { schema: Type.String({ format: 'binary' }) }])),
  }) as unknown as TUnsafe<unknown>;
