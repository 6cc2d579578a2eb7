import { isDeepStrictEqual } from 'node:util';
import type { Route, Service } from '@reelwright/gateway/routes';
import type { Document, Operation, Schema } from './document.ts';

const ERROR_RESPONSE = { $ref: '#/components/responses/Refusal' };

/**
 * One document of all operations that the gateway lets through: each once, under its service's own path, with the service
 * that serves it and who may call it. Everything is sorted, so that a diff shows only the change.
 * @throws Error for a route of the gateway that no service serves, or two services
 */
export function joinDocuments(documents: ReadonlyMap<Service, Document>, routes: readonly Route[]): Document {
  const paths: Record<string, Record<string, Operation>> = {};
  let errorResponse: Schema | undefined;
  for (const { path, methods, service, policy } of routes) {
    for (const method of methods.filter((name) => name !== 'HEAD').map((name) => name.toLowerCase())) {
      const matchingPaths = Object.entries(documents.get(service)?.paths ?? {}).filter(
        ([servicePath, operations]) => overlaps(servicePath, path) && operations[method],
      );
      if (matchingPaths.length === 0) throw new Error(`No route of ${service} serves ${method} ${path}.`);
      for (const [servicePath, operations] of matchingPaths) {
        const { responses, ...operation } = operations[method] as Operation;
        const existing = paths[servicePath]?.[method];
        if (existing && existing['x-service'] !== service)
          throw new Error(`Two services serve ${method} ${servicePath}.`);
        errorResponse ??= responses['4XX'];
        const access = new Set([...((existing?.['x-access'] as string[] | undefined) ?? []), policy]);
        paths[servicePath] = {
          ...paths[servicePath],
          [method]: {
            ...operation,
            'x-service': service,
            'x-access': [...access].sort(),
            responses: withOneError(responses),
          },
        };
      }
    }
  }
  return sorted({
    openapi: '3.1.0',
    info: { title: 'Reelwright', version: '1' },
    paths,
    components: { responses: { Refusal: errorResponse } },
  }) as Document;
}

/** Whether an address can match both: `/api/{platform}/auth` and `/api/tiktok/auth`. */
function overlaps(a: string, b: string): boolean {
  const [segments, opposites] = [a.split('/'), b.split('/')];
  const fits = (segment: string, index: number) => {
    const opposite = opposites[index] as string;
    return segment === opposite || segment.startsWith('{') || opposite.startsWith('{');
  };
  return segments.length === opposites.length && segments.every(fits);
}

/** Every error has one form, which is described once. */
function withOneError(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      isDeepStrictEqual(response, responses['4XX']) ? ERROR_RESPONSE : response,
    ]),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}
