import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { describeFailure, type Failure } from './validation-words.ts';

const PARTS: Readonly<Record<string, string>> = {
  body: 'The body',
  querystring: 'The query',
  params: 'The address',
  headers: 'The header',
};

/** TypeBox's checks with our messages instead of its own. */
export const compileValidator: FastifySchemaCompiler<TSchema> = (route) => {
  const check = TypeBoxValidatorCompiler(route) as (value: unknown) => { value?: unknown; error?: Failure[] };
  return (value: unknown) => {
    const result = check(value);
    if (!result.error) return result;
    const sentence = describeFailure(route.schema, result.error, PARTS[route.httpPart ?? 'body']);
    return { error: new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', sentence) };
  };
};
