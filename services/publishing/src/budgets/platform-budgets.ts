import { recordOf } from '@reelwright/product';
import type { Budget } from '../platforms/definition.ts';
import { type Platform, platforms } from '../platforms/platform.ts';
import { definitions, type PlatformConfig } from '../platforms/registry.ts';

/** How each platform counts a day. */
export const platformBudgets: Readonly<Record<Platform, Budget>> = recordOf(
  platforms,
  (platform) => definitions[platform].budget,
);

/** How much each platform takes a day, from one account or from this cell. A platform's own refusal overrides these numbers. */
export type DailyLimits = Readonly<Record<Platform, number>>;

export const dailyLimits = (config: PlatformConfig): DailyLimits =>
  recordOf(platforms, (platform) => {
    const { budget } = definitions[platform];
    return budget.scope === 'app' ? budget.share(config) : budget.perDay;
  });
