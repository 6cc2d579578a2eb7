export {
  type AccountDataRoute,
  type KnownPerson,
  readAccountData,
  requireNoSecret,
  requireOwnData,
} from './account-data.ts';
export { type Backup, backUp } from './backup.ts';
export { checkedTexts, membersOf } from './check-constraints.ts';
export { eventually } from './eventually.ts';
export { createFailPoints } from './fail-points.ts';
export { freePorts } from './free-ports.ts';
export { createTestIdentity, type TestIdentity } from './identity.ts';
export { createTestBucket, createTestObjectStore, type TestObjectStore, testFolder } from './object-store.ts';
export { createReplicas, underLoad } from './replicas.ts';
export { createTestDatabase, createTestTopics, urlWithTls } from './servers.ts';
export { tablesNaming } from './tables-naming.ts';
export { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';
