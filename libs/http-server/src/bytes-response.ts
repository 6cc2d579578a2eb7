import Type, { type TUnsafe } from 'typebox';

/** The schema of a binary response of one of these content types. Fastify sends the bytes unchanged. */
export const bytesResponse = (...types: string[]): TUnsafe<unknown> =>
  ({
    content: Object.fromEntries(types.map((type) => [type, { schema: Type.String({ format: 'binary' }) }])),
  }) as unknown as TUnsafe<unknown>;
