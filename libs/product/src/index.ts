export * from './causes.ts';
export { recordOf } from './closed-set.ts';
export * from './connections.ts';
export * from './erased-kinds.ts';
export * from './plans.ts';
export * from './platforms.ts';
export * from './posts.ts';
export * from './styles.ts';
export * from './videos.ts';
