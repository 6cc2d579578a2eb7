import type { FastifyRequest, RouteOptions } from 'fastify';
import Type from 'typebox';

/** No body, an empty object or null: clients send any of these when there is no data. */
export const NoBody = Type.Optional(Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()]));

/** Whether the route of a request takes no body. */
export const takesNoBody = ({ routeOptions }: FastifyRequest): boolean => routeOptions.schema?.body === NoBody;

/** A route without a body schema accepts no body, so that no caller expects an effect of a field that is not read. */
export function rejectUndeclaredBody(route: RouteOptions): void {
  if (route.schema?.body !== undefined || route.config?.readsBody) return;
  route.schema = { ...route.schema, body: NoBody };
}
