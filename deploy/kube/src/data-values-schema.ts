import { SERVICES } from '@reelwright/local/ports';
import { DATA_IMAGES } from './chart-images.ts';
import { flag, NAME, object, objects, pairs, QUANTITY, ref, type Schema, text, whole, words } from './json-schema.ts';

/** With a zone: without one, PostgreSQL would take its own. */
const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$';
/** Six fields: CloudNativePG's schedules begin with seconds. */
const SCHEDULE = '^\\S+( \\S+){5}$';

const byService = (value: Schema): Schema => ({
  type: 'object',
  propertyNames: { enum: SERVICES },
  additionalProperties: value,
});

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
        cloudNativePg: object(
          {
            image: text(),
            // A commit waits for a standby: with a single one, each of its restarts would stop them.
            instances: { ...whole(1), not: { const: 2 } },
            resources: ref('resources'),
            backup: object({
              enabled: flag,
              destination: text('s3://bucket/path', { pattern: '^s3://.+' }),
              endpoint: text(),
              credentialsSecret: text(),
              retention: text('such as 30d', { pattern: '^[1-9][0-9]*[dwm]$' }),
              schedule: text('seconds, minutes, hours, day of the month, month, day of the week', {
                pattern: SCHEDULE,
              }),
            }),
            archives: byService(name),
            restore: byService(
              object({ from: name, time: text('RFC 3339, with a zone', { pattern: MOMENT }) }, ['from']),
            ),
            drill: flag,
          },
          ['archives', 'restore', 'drill'],
        ),
      }),
      kafka: object({
        kind: { enum: ['plain', 'strimzi', 'none'] },
        ...storage,
        strimzi: object({
          version: text(),
          replicas: whole(1),
          resources: ref('resources'),
          port: { ...whole(9_092, 65_535), not: { enum: [9_404, 9_999] } },
        }),
      }),
      objectStore: object({ kind: { enum: ['plain', 'none'] }, ...storage, bucket: name, secret: name }),
      networkPolicy: object({ enabled: flag, kafkaFrom: objects, cloudNativePgNamespace: name, metricsFrom: objects }),
      monitoring: object({ podMonitors: flag, labels: pairs, interval: text(undefined, { pattern: '^[0-9]+(s|m)$' }) }),
      global: { type: 'object' },
    }),
    $defs: { resources: object({ requests: pairs, limits: pairs }) },
  };
}
