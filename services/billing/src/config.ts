import { loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import type { Static } from 'typebox';

const Price = Type.String({ pattern: '^price_' });

export const Settings = Type.Object({
  ...serviceSettings,
  STRIPE_SECRET_KEY: Type.String({ minLength: 1 }),
  STRIPE_WEBHOOK_SECRET: Type.String({ pattern: '^whsec_' }),
  STRIPE_HOST: Type.Optional(Type.String({ description: 'Only for a server other than Stripe' })),
  STRIPE_PORT: Type.Optional(Type.Integer()),
  STRIPE_PROTOCOL: Type.Optional(Type.Union([Type.Literal('http'), Type.Literal('https')])),
  STRIPE_PRICE_STARTER_MONTHLY: Price,
  STRIPE_PRICE_STARTER_ANNUAL: Price,
  STRIPE_PRICE_PRO_MONTHLY: Price,
  STRIPE_PRICE_PRO_ANNUAL: Price,
  STRIPE_PRICE_ELITE_MONTHLY: Price,
  STRIPE_PRICE_ELITE_ANNUAL: Price,
  AUTH_GRPC: Type.String({ minLength: 1 }),
});

export type Config = Readonly<Static<typeof Settings>>;

/** @throws Error naming each missing or malformed variable. */
export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
