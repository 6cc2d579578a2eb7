import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createManualClock } from '@reelwright/clock';
import {
  type BillingServiceServer,
  BillingServiceService,
  type EventType,
  GetEntitlementResponse,
  topics,
} from '@reelwright/contracts';
import { implement } from '@reelwright/grpc';
import { silentLogger as logger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { createTestService } from '@reelwright/testing/service';
import { buildApp } from '../src/app.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Starts the service on its own database and topics, at the given time. */
export async function startAnalytics({ now }: { now: Date }) {
  const parts = await createTestService({
    name: 'analytics',
    migrations: join(import.meta.dirname, '../migrations'),
    deadLetters: [topics.billing],
  });
  const billing = {
    /** Who has which plan; all others are on Free. */
    plans: new Map<string, Partial<GetEntitlementResponse>>(),
    /** The users about whom it was asked, oldest first. */
    asked: [] as string[],
    /** Accepts calls and does not answer them. */
    hangs: false,
  };
  const billingAddress = await parts.serve([
    implement<BillingServiceServer>(BillingServiceService, {
      async getEntitlement({ userId }) {
        billing.asked.push(userId);
        if (billing.hangs) await new Promise(() => undefined);
        return GetEntitlementResponse.fromPartial({ userId, tier: 'free', ...billing.plans.get(userId) });
      },
    }),
  ]);
  const clock = createManualClock(now);
  const app = await buildApp({ config: { ...parts.settings, BILLING_GRPC: billingAddress }, logger, clock });
  await parts.start(app.components);

  return {
    ...parts,
    ...app,
    app: app.http.app,
    /** What billing answers. */
    billing,
    clock,
    /** A new user id. */
    newUser: () => String(randomInt(1, 2 ** 40)),
    /** Publishes an event like its service; resolves once it has been consumed. */
    async state<Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Partial<Payload> & { userId: string },
      { at = clock.now(), id }: { at?: Date; id?: string } = {},
    ) {
      const eventId = await parts.publish(event, payload, { at, id });
      await eventually(async () => {
        const inbox = app.db.selectFrom('inbox').select('event_id').where('event_id', '=', eventId);
        if (!(await inbox.executeTakeFirst())) throw new Error(`${event.name} was not consumed`);
      });
      return eventId;
    },
    async report(name: string) {
      const headers = await parts.identity.asAdmin();
      const response = await app.http.app.inject({ url: `/api/admin/stats/${name}`, headers });
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
      return response.json();
    },
    view: (payload: object, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
      app.http.app.inject({
        method: 'POST',
        url: '/api/page-views',
        payload,
        remoteAddress,
        headers: { 'user-agent': FIREFOX, ...headers },
      }),
  };
}

export type Analytics = Awaited<ReturnType<typeof startAnalytics>>;
