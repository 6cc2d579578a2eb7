import { billingFaults } from './billing.ts';
import { eventFaults } from './events.ts';
import type { Fault } from './fault.ts';
import { gatewayFaults } from './gateway.ts';
import { kubernetesFaults } from './kubernetes.ts';
import { lateWorkFaults } from './late-work.ts';
import { processFaults } from './processes.ts';
import { promiseFaults } from './promises.ts';
import { serverFaults } from './servers.ts';

/** All faults, in the order in which they are made. */
export const faults: readonly Fault[] = [
  // First: other faults break these promises too, and their alerts stay for a while.
  ...promiseFaults,
  ...lateWorkFaults,
  ...eventFaults,
  ...processFaults,
  ...billingFaults,
  ...gatewayFaults,
  ...kubernetesFaults,
  ...serverFaults,
];

/** Alerts without a fault in the cluster, and why. */
export const unprovoked: Readonly<Record<string, string>> = {
  ConsumerStuck: 'kafka_exporter would have to run in the cluster, where the broker can be reached',
  CertificateExpires: 'the gateway of an installation for development has no certificate',
};
