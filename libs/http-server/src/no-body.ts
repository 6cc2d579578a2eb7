import type { FastifyRequest, RouteOptions } from 'fastify';
import Type from 'typebox';

/** No body, an empty object or null: what clients send who have nothing to say. */
export const NoBody = Type.Optional(Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()]));

/** Whether the route of a request takes no body. */
export const takesNoBody = ({ routeOptions }: FastifyRequest): boolean => routeOptions.schema?.body === NoBody;

/** A route that names no body takes none, so that no field is believed to count that nobody reads. */
export function takeNoUnnamedBody(route: RouteOptions): void {
  if (route.schema?.body !== undefined || route.config?.readsBody) return;
  route.schema = { ...route.schema, body: NoBody };
}
