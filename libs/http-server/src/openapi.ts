import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { HttpApp } from './index.ts';
import { NoBody } from './no-body.ts';
import { ErrorBody } from './replies.ts';

/** `app.swagger()` gives the OpenAPI document of all routes registered from now on. Nothing serves it. */
export function describeRoutes(app: HttpApp, service: string): void {
  app.addHook('onRoute', declareErrors);
  app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: service, version: '1' } },
    transform: ({ schema, url }) => ({ schema: withoutNoBody(schema), url }),
  });
}

/** Every route may return an error, always in the same form. */
function declareErrors(route: RouteOptions): void {
  const declared = route.schema?.response as Record<string, unknown> | undefined;
  if (!declared) return;
  route.schema = { ...route.schema, response: { '4xx': ErrorBody, '5xx': ErrorBody, ...declared } };
}

function withoutNoBody(schema: FastifySchema = {}): FastifySchema {
  const { body, ...rest } = schema;
  return body === undefined || body === NoBody ? rest : { body, ...rest };
}
