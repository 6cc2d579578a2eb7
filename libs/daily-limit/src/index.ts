export { type DailyLimit, type DailyLimitTables, giveBack, secondsToNextDay, takeFromDay } from './daily-limit.ts';
