import { DATA_IMAGES } from './chart-images.ts';
import { flag, NAME, object, pairs, QUANTITY, ref, type Schema, text, whole, words } from './json-schema.ts';

/** The schema of charts/data/values.yaml. */
export function dataValuesSchema(): Schema {
  const storage = { storage: text(undefined, { pattern: QUANTITY }), storageClass: text() };
  const name = text(undefined, { pattern: NAME });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Values of the chart data',
    ...object({
      images: object({
        registry: text('host and path before the names of the images', { minLength: 1, pattern: '[^/]$' }),
        tag: text(),
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        pullSecrets: words(NAME),
        digests: {
          type: 'object',
          propertyNames: { enum: DATA_IMAGES },
          additionalProperties: text('sha256:…', { pattern: '^(sha256:[a-f0-9]{64})?$' }),
        },
      }),
      clientNamespace: text(undefined, { pattern: `^$|${NAME}` }),
      postgres: object({
        kind: { enum: ['plain', 'cloudNativePg', 'none'] },
        ...storage,
        secret: name,
        maxConnections: whole(20),
        cloudNativePg: object({
          image: text(),
          instances: whole(1),
          resources: ref('resources'),
          backup: object({
            enabled: flag,
            destination: text('s3://bucket/path', { pattern: '^s3://.+' }),
            endpoint: text(),
            credentialsSecret: text(),
            retention: text('such as 30d', { pattern: '^[1-9][0-9]*[dwm]$' }),
            schedule: text('seconds, minutes, hours, day of the month, month, day of the week'),
          }),
          restore: {
            type: 'object',
            additionalProperties: object({ time: text('RFC 3339'), serverName: text() }),
          },
        }),
      }),
      kafka: object({
        kind: { enum: ['plain', 'strimzi', 'none'] },
        ...storage,
        strimzi: object({
          version: text(),
          replicas: whole(1),
          resources: ref('resources'),
          port: whole(9_092, 65_535),
        }),
      }),
      objectStore: object({ kind: { enum: ['plain', 'none'] }, ...storage, bucket: name, secret: name }),
      networkPolicy: object({ enabled: flag }),
      global: { type: 'object' },
    }),
    $defs: { resources: object({ requests: pairs, limits: pairs }) },
  };
}
