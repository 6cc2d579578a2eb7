import { inProduction, secret, Type } from '@reelwright/config';
import { type PostCause, platformLevels } from '@reelwright/product';
import type { Static, TObject, TProperties } from 'typebox';
import type { ConnectionRow } from '../database.ts';
import type { Connector } from './connector.ts';
import type { Login } from './login.ts';
import type { MeasureReader } from './measures.ts';
import type { Level } from './platform.ts';
import type { ProviderErrors } from './provider-errors.ts';

const { exactly, issuedSecret, notSandbox, otherThan } = inProduction;

/**
 * How many posts a platform accepts per day: from one account, or from all of Reelwright, of which each cell has the share
 * that its settings say.
 */
export type Budget<Settings extends TProperties = TProperties> = BudgetDay &
  (
    | { readonly scope: 'account'; readonly perDay: number }
    | { readonly scope: 'app'; share(config: Static<TObject<Settings>>): number }
  );

interface BudgetDay {
  /** The call that the platform counts: the one that begins the upload, or the one that makes the post. */
  readonly at: 'stage' | 'commit';
  /** The zone at whose midnight the platform's day ends. */
  readonly timeZone: string;
}

/** The level that is wanted, and the credentials without which the platform is off. */
export interface Access {
  readonly level: Level;
  readonly credentials: readonly [string, ...string[]];
}

/** All that publishing knows about one platform. */
export interface PlatformDefinition<Settings extends TProperties = TProperties> {
  /** Its variables of the environment. */
  readonly settings: Settings;
  access(config: Static<TObject<Settings>>): Access;
  login(config: Static<TObject<Settings>>): Login;
  connector(config: Static<TObject<Settings>>): Connector;
  measures(config: Static<TObject<Settings>>): MeasureReader;
  /** How many reads of views all accounts of this cell may make on a day of its budget's zone, if the platform limits them. */
  readsPerDay?(config: Static<TObject<Settings>>): number;
  readonly errors: ProviderErrors;
  readonly budget: Budget<Settings>;
  /** What the account's owner has to choose before anything can be posted. */
  missingChoice?(connection: ConnectionRow): Extract<PostCause, 'SETUP_NEEDED' | 'PAGE_NOT_CHOSEN'> | undefined;
  /** A platform of Meta signs requests for the deletion of data with this secret. */
  deletionSecret?(config: Static<TObject<Settings>>): string;
}

export const definePlatform = <const Settings extends TProperties>(
  definition: PlatformDefinition<Settings>,
): PlatformDefinition<Settings> => definition;

/** The setting of a platform's level. */
export const levelSetting = Type.Enum([...platformLevels], {
  default: 'off',
  description: 'off, sandbox, private-only or live',
  production: otherThan('sandbox'),
});
/** The level of a platform that has no private posts. */
export const publicLevelSetting = Type.Enum(
  platformLevels.filter((level) => level !== 'private-only'),
  { default: 'off', description: 'off, sandbox or live; it has no private posts', production: otherThan('sandbox') },
);
/** The app's id at a platform. */
export const appId = Type.String({ default: '', production: notSandbox });
export const appSecret = Type.String({ ...secret, default: '', production: issuedSecret });
export const origin = (real: string) => Type.String({ default: real, production: exactly(real) });
/** Shared by Meta's platforms. */
export const graphSettings = { META_GRAPH_VERSION: Type.String({ default: 'v26.0' }) };
