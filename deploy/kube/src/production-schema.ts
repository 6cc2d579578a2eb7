import type { ServiceSettings } from '@reelwright/local/service-settings';
import { at, refused, type Schema, when } from './json-schema.ts';
import { productionNetworkPolicy } from './network-policy-schema.ts';
import { type AllSettings, neededInProduction, productionRule, settingsValues } from './settings-schema.ts';

const isOn = (path: string): Schema => at(path, { const: true });
const isEmpty = (path: string): Schema => at(path, { const: '' });

/** What the processes refuse in production anyway, and what would fail there later, said before they start. */
export function productionSchema(services: AllSettings): Schema {
  const all = [...services.values()];
  const ruleOf = (name: string) => {
    const setting = all.map(({ properties }) => properties[name]).find((each) => each !== undefined);
    return productionRule(setting) ?? {};
  };
  return {
    properties: {
      publicUrl: ruleOf('PUBLIC_URL'),
      sandbox: at('enabled', { const: false }),
      kafka: {
        properties: { brokers: ruleOf('KAFKA_BROKERS'), sasl: { const: true }, tls: at('enabled', { const: true }) },
      },
      objectStore: {
        properties: {
          url: ruleOf('OBJECT_STORE_URL'),
          redirectOrigin: when({ not: { const: '' } }, ruleOf('MEDIA_REDIRECT_ORIGIN')),
        },
      },
      networkPolicy: productionNetworkPolicy(),
      defaults: { properties: settingsValues(all, true) },
      services: {
        properties: Object.fromEntries([...services].map(([name, settings]) => [name, productionService(settings)])),
      },
    },
    allOf: [
      when(
        { anyOf: [isOn('gateway.ingress.enabled'), isOn('gateway.httpRoute.enabled')] },
        at(
          'gateway.trustedHops',
          refused(
            { const: 0 },
            '1 or more behind an Ingress or HTTPRoute: with 0, all callers have the address of its controller, and share their limits',
          ),
        ),
      ),
      when(
        { allOf: [isOn('gateway.ingress.enabled'), at('gateway.ingress.tlsElsewhere', { const: false })] },
        at(
          'gateway.ingress.tlsSecret',
          refused({ const: '' }, 'a Secret with the certificate, unless tlsElsewhere is true'),
        ),
      ),
      when(
        { allOf: [isEmpty('images.tag'), { not: allDigests(services) }] },
        at('images.tag', {
          const: 'the tag of the release, unless every service, web, gateway and tools have a digest',
        }),
      ),
    ],
  };
}

function productionService(settings: ServiceSettings): Schema {
  const { settings: values, ...more } = settingsValues([settings], true);
  const required = neededInProduction(settings);
  return {
    properties: { settings: { ...(values as Schema), ...(required.length > 0 && { required }) }, ...more },
    ...(required.length > 0 && { required: ['settings'] }),
  };
}

function allDigests(services: AllSettings): Schema {
  const given: Schema = { properties: { digest: { minLength: 1 } }, required: ['digest'] };
  return {
    properties: {
      services: { properties: Object.fromEntries([...services.keys()].map((name) => [name, given])) },
      web: given,
      gateway: given,
      tools: given,
    },
  };
}
