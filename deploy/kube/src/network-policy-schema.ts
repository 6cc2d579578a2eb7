import { SERVICES } from '@reelwright/local/ports';
import { at, complete, flag, object, objects, type Schema, when } from './json-schema.ts';

/** The schema of `networkPolicy` in charts/reelwright/values.yaml. */
export const networkPolicySchema = (): Schema =>
  complete({
    enabled: flag,
    dns: objects,
    metricsFrom: objects,
    postgres: objects,
    kafka: objects,
    objectStore: objects,
    otlp: objects,
    extra: object(Object.fromEntries(SERVICES.map((service) => [service, objects]))),
  });

/** In production. A list that is empty allows nothing, and a rule without `to` allows everything: neither is meant. */
export function productionNetworkPolicy(): Schema {
  const peers: Schema = { minItems: 1, items: { minProperties: 1 } };
  const rules: Schema = { items: { required: ['to'], properties: { to: peers } } };
  const needed: Schema = { minItems: 1, ...rules };
  return when(at('enabled', { const: true }), {
    properties: {
      dns: needed,
      postgres: needed,
      kafka: needed,
      objectStore: rules,
      otlp: rules,
      extra: { additionalProperties: rules },
    },
  });
}
