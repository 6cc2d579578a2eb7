export type { Chaos, ChaosSettings } from './core/chaos.ts';
export type { Clock } from './core/clock.ts';
export { ownClock } from './core/clock.ts';
export type { Journal, JournalEntry } from './core/journal.ts';
export type { Origins, Ports, ProviderName, Surface } from './core/origins.ts';
export { freePorts, portsFrom } from './core/origins.ts';
export { credentials } from './credentials.ts';
export type { RunningSandbox, SandboxOptions } from './start.ts';
export { startSandbox } from './start.ts';
