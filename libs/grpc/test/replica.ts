import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type BillingServiceServer, BillingServiceService, GetEntitlementResponse } from '@reelwright/contracts';
import { createIdentityVerifier } from '@reelwright/identity';
import { runUntilSignal } from '@reelwright/lifecycle';
import { silentLogger } from '@reelwright/logger';
import { createGrpcServer, implement } from '../src/index.ts';

/**
 * One replica of a server, as a process that `replicas.test.ts` starts. It responds with its number as the revision. A call
 * for the user `slow` is reported and waits for a message.
 */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
    number: { type: 'string', default: '' },
    jwks: { type: 'string', default: '' },
    age: { type: 'string', default: '' },
  },
});
const server = createGrpcServer({
  host: values.host,
  port: Number(values.port),
  logger: silentLogger,
  verifier: createIdentityVerifier({ jwksFile: values.jwks }),
  access: { '/reelwright.billing.v1.BillingService/GetEntitlement': ['scheduling'] },
  services: [
    implement<BillingServiceServer>(BillingServiceService, {
      async getEntitlement({ userId }) {
        if (userId === 'slow') {
          process.send?.('slow call');
          await once(process, 'message');
        }
        return GetEntitlementResponse.fromPartial({ userId, revision: Number(values.number) });
      },
    }),
  ],
  stopMs: 20_000,
  connectionAgeMs: Number(values.age),
});
const report = { name: 'report', start: () => void process.send?.('ready'), stop: () => process.disconnect() };
await runUntilSignal({ logger: silentLogger, components: [server, report] });
