import { endLock, lockTable, repeat, scaleToNothing, scaleUp } from './disturb.ts';
import type { Fault } from './fault.ts';
import { readCalendar } from './promises.ts';

const READS_A_SECOND = 10;
/** More than the gateway keeps open for a service: 256 connections and 128 requests that wait for one. */
const READS_AT_ONCE = 600;

export const gatewayFaults: readonly Fault[] = [
  {
    what: 'auth has no pods, while the calendar is read',
    fires: ['AuthorizationUnavailable page'],
    runbooks: [
      {
        runbook: 'AuthorizationUnavailable',
        service: 'auth',
        cause: 'Pods of auth are lost',
        shown: /^auth +0\/0/m,
      },
      scaleUp('auth'),
    ],
    async begin(scene, atEnd) {
      atEnd(repeat(READS_A_SECOND, () => readCalendar(scene)));
      atEnd(await scaleToNothing(scene.cluster, 'deployment/auth'));
    },
  },
  {
    what: `${READS_AT_ONCE} reads at once wait for a locked table`,
    fires: ['CircuitBreakerOpen ticket'],
    runbooks: [
      {
        runbook: 'CircuitBreakerOpen',
        cause: 'The service is slow',
        // Its slowest reads, in seconds.
        shown: /^{service="scheduling"} [1-9]/m,
      },
      endLock('scheduling', 'ReadsSlow', 'Queries wait'),
    ],
    async begin(scene, atEnd) {
      const readMany = () => Promise.allSettled(Array.from({ length: READS_AT_ONCE }, () => readCalendar(scene)));
      atEnd(repeat(0.3, readMany));
      const locked = { service: 'scheduling', table: 'scheduled_videos', mode: 'access exclusive' } as const;
      atEnd(await lockTable(scene.cluster, locked));
    },
  },
];
