export * from './plans.ts';
export * from './platforms.ts';
export * from './styles.ts';
