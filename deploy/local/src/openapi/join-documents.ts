import { isDeepStrictEqual } from 'node:util';
import type { Route, Service } from '@reelwright/gateway/routes';
import type { Document, Operation, Schema } from './document.ts';

const REFUSAL = { $ref: '#/components/responses/Refusal' };

/**
 * One document of all operations that the gateway lets through: each once, under its service's own path, with the service
 * that answers it and who may call it. Everything is sorted, so that a diff shows only the change.
 * @throws Error for a route of the gateway that no service answers, or two services
 */
export function joinDocuments(documents: ReadonlyMap<Service, Document>, routes: readonly Route[]): Document {
  const paths: Record<string, Record<string, Operation>> = {};
  let refusal: Schema | undefined;
  for (const { path, methods, service, policy } of routes) {
    for (const method of methods.filter((each) => each !== 'HEAD').map((each) => each.toLowerCase())) {
      const answering = Object.entries(documents.get(service)?.paths ?? {}).filter(
        ([own, operations]) => overlaps(own, path) && operations[method],
      );
      if (answering.length === 0) throw new Error(`No route of ${service} answers ${method} ${path}.`);
      for (const [own, operations] of answering) {
        const { responses, ...operation } = operations[method] as Operation;
        const known = paths[own]?.[method];
        if (known && known['x-service'] !== service) throw new Error(`Two services answer ${method} ${own}.`);
        refusal ??= responses['4XX'];
        const access = new Set([...((known?.['x-access'] as string[] | undefined) ?? []), policy]);
        paths[own] = {
          ...paths[own],
          [method]: {
            ...operation,
            'x-service': service,
            'x-access': [...access].sort(),
            responses: withOneRefusal(responses),
          },
        };
      }
    }
  }
  return sorted({
    openapi: '3.1.0',
    info: { title: 'Reelwright', version: '1' },
    paths,
    components: { responses: { Refusal: refusal } },
  }) as Document;
}

/** Whether an address can match both: `/api/{platform}/auth` and `/api/tiktok/auth`. */
function overlaps(one: string, other: string): boolean {
  const [ones, others] = [one.split('/'), other.split('/')];
  const fits = (segment: string, index: number) => {
    const opposite = others[index] as string;
    return segment === opposite || segment.startsWith('{') || opposite.startsWith('{');
  };
  return ones.length === others.length && ones.every(fits);
}

/** Refusals and failures have one form, which is described once. */
function withOneRefusal(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [
      status,
      isDeepStrictEqual(answer, responses['4XX']) ? REFUSAL : answer,
    ]),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
