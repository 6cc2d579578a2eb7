import type { ServiceName } from '@reelwright/local/ports';
import type { ServiceSettings, Setting } from '@reelwright/local/service-settings';
import { object, refused, type Schema } from './json-schema.ts';

/** Settings that the chart itself sets from other values, or that have no place in a cluster. */
const SET_BY_CHART =
  /^(ENVIRONMENT|HTTP_HOST|(HTTP|GRPC|OPS|CHECK)_PORT|PUBLIC_URL|CELL|KAFKA_.*|IDENTITY_.*|(DRAIN|STOP)_SECONDS|.*_GRPC|OBJECT_STORE_URL|MEDIA_REDIRECT_ORIGIN|TRUSTED_PROXIES|LOG_LEVEL|OTEL_.*|AWS_.*|NODE_.*|FF(MPEG|PROBE)_PATH)$/;

export const isSetByChart = (name: string): boolean => SET_BY_CHART.test(name);

export type AllSettings = ReadonlyMap<ServiceName, ServiceSettings>;

/** The settings that a service's values may have: what its config.ts lists, except secrets, and what the chart sets. */
export const settingsInValues = ({ properties }: ServiceSettings): [string, Setting][] =>
  Object.entries(properties).filter(([name, { secret }]) => !secret && !isSetByChart(name));

/** The settings that a service's Secret may have. */
export const secretsOf = ({ properties }: ServiceSettings): [string, Setting][] =>
  Object.entries(properties).filter(([name, { secret }]) => secret && name !== 'KAFKA_SASL_PASSWORD');

/** The values `settings` and `optionalSecrets` of one service, or of several that have the same defaults. */
export function settingsValues(services: readonly ServiceSettings[], isProduction = false): Schema {
  const limits = byName(services.flatMap(settingsInValues), isProduction ? productionLimits : settingLimits);
  const secrets = services.flatMap(secretsOf);
  const allowed = secrets.filter(([, setting]) => !isProduction || !setting.production?.isForbidden);
  return {
    settings: isProduction ? { properties: limits } : object(limits),
    optionalSecrets: {
      ...(!isProduction && { type: 'array' }),
      items: { enum: [...new Set(allowed.map(([name]) => name))] },
    },
  };
}

/** The settings that each service's values must have in production. */
export const neededInProduction = (service: ServiceSettings): string[] =>
  settingsInValues(service)
    .filter(
      ([name, setting]) =>
        service.required.includes(name) && setting.default === undefined && !setting.production?.value,
    )
    .map(([name]) => name);

/** Several services may have a setting of one name: a value for all of them has to be right for each. */
function byName(settings: readonly [string, Setting][], limitsOf: (setting: Setting) => Schema | undefined) {
  const limits = new Map<string, Map<string, Schema>>();
  for (const [name, setting] of settings) {
    const limit = limitsOf(setting);
    if (limit) limits.set(name, (limits.get(name) ?? new Map()).set(JSON.stringify(limit), limit));
  }
  return Object.fromEntries(
    [...limits].map(([name, each]) => {
      const [only, ...others] = each.values();
      return [name, others.length > 0 ? { allOf: [only, ...others] } : only];
    }),
  );
}

function settingLimits(setting: Setting): Schema {
  const { type, pattern, minLength, minimum, maximum, multipleOf, description } = setting;
  const values = choicesOf(setting);
  return {
    ...(type && { type }),
    ...(values && { enum: values }),
    ...(pattern && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(description && { description }),
  };
}

/** What a process refuses in production anyway, said before it starts. */
function productionLimits(setting: Setting): Schema | undefined {
  const { type, production } = setting;
  if (!production) return undefined;
  const { value, refuses } = production;
  if (value !== undefined) return { const: type === 'boolean' ? value === 'true' : value };
  const choices = choicesOf(setting);
  if (choices && refuses && 'const' in refuses) return { enum: choices.filter((choice) => choice !== refuses.const) };
  return productionRule(setting);
}

/** A rule of production as a schema, if it can be one, with the words that the process has for it. */
export const productionRule = ({ production }: Setting = {}): Schema | undefined =>
  production?.refuses && refused(production.refuses, production.must.replace(/^be /, ''));

const choicesOf = ({ enum: values, anyOf }: Setting) => values ?? anyOf?.map((choice) => choice.const);
