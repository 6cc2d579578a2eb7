import { recordOf } from '@reelwright/product';
import type { Budget } from '../platforms/definition.ts';
import { type Platform, platforms } from '../platforms/platform.ts';
import { definitions } from '../platforms/registry.ts';

/** How much each platform takes a day. A platform's own refusal overrides these numbers. */
export const platformBudgets: Readonly<Record<Platform, Budget>> = recordOf(
  platforms,
  (platform) => definitions[platform].budget,
);
