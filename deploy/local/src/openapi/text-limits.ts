import type { Document, Schema } from './document.ts';

type Limits = Record<string, number>;

/** How long each text of a JSON body may be, in code points: by operation, then by the names on its way. */
export function textLimits({ paths }: Document): Record<string, Limits> {
  const limits: Record<string, Limits> = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const content = requestBody?.['content'] as Record<string, { schema?: Schema }> | undefined;
      const limitsOfBody = Object.fromEntries(limitsIn(content?.['application/json']?.schema, []));
      if (Object.keys(limitsOfBody).length > 0) limits[`${method.toUpperCase()} ${path}`] = limitsOfBody;
    }
  }
  return limits;
}

function limitsIn(schema: Schema | undefined, names: readonly string[]): [string, number][] {
  if (!schema) return [];
  const {
    maxLength,
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    maxLength?: number;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
  };
  return [
    ...(maxLength === undefined ? [] : [[names.join('.'), maxLength] as [string, number]]),
    ...Object.entries(properties).flatMap(([name, property]) => limitsIn(property, [...names, name])),
    ...limitsIn(items, names),
    ...anyOf.flatMap((branch) => limitsIn(branch, names)),
  ];
}
