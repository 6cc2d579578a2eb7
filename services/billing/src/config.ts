import {
  grpcAddress,
  inProduction,
  loadConfig as load,
  secret,
  serviceSettings,
  Type,
  type ValueCheck,
} from '@reelwright/config';
import type { Static } from 'typebox';

const { issuedSecrets, matching, unset } = inProduction;
const onlyStripe = unset('Stripe’s SDK knows its address');
/** The plan of a subscription is read from its price. */
const hasNoTwin: ValueCheck = (value, settings) => {
  const same = Object.entries(settings).filter(([name, other]) => name.startsWith('STRIPE_PRICE_') && other === value);
  return same.length > 1 ? 'the id of a price that no other setting has' : undefined;
};
const Price = Type.String({
  pattern: '^price_',
  check: hasNoTwin,
  production: matching('be the id of a price at Stripe', /^price_[A-Za-z0-9]{14,}$/),
});

/** The settings of what reads and writes at Stripe. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: Type.String({
    ...secret,
    minLength: 1,
    production: matching('be a live key: sk_live_… or rk_live_…', /^[sr]k_live_\w{16,}$/),
  }),
  STRIPE_WEBHOOK_SECRET: Type.String({
    ...secret,
    pattern: '^whsec_[^,\\s]+(,whsec_[^,\\s]+)*$',
    description: 'secrets of the webhook endpoint, by comma; an event is accepted with the signature of any',
    production: issuedSecrets,
  }),
  STRIPE_HOST: Type.Optional(
    Type.String({ description: 'Only for a server other than Stripe', production: onlyStripe }),
  ),
  STRIPE_PORT: Type.Optional(Type.Integer({ production: onlyStripe })),
  STRIPE_PROTOCOL: Type.Optional(Type.Union([Type.Literal('http'), Type.Literal('https')], { production: onlyStripe })),
  STRIPE_PRICE_STARTER_MONTHLY: Price,
  STRIPE_PRICE_STARTER_ANNUAL: Price,
  STRIPE_PRICE_PRO_MONTHLY: Price,
  STRIPE_PRICE_PRO_ANNUAL: Price,
  STRIPE_PRICE_ELITE_MONTHLY: Price,
  STRIPE_PRICE_ELITE_ANNUAL: Price,
};

export const Settings = Type.Object({ ...serviceSettings, ...stripeSettings, AUTH_GRPC: grpcAddress });

export type Config = Readonly<Static<typeof Settings>>;
export type StripeConfig = Pick<Config, keyof typeof stripeSettings>;

/** @throws Error naming each missing or malformed variable. */
export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
