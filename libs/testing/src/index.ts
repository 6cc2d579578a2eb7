export { eventually } from './eventually.ts';
export { createTestIdentity, type TestIdentity } from './identity.ts';
export { createRoad, type Road } from './road.ts';
export { createTestDatabase, createTestTopics, kafkaBrokers } from './servers.ts';
