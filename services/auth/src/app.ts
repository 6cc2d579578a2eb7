import { createClock } from '@reelwright/clock';
import { BillingServiceClient, events, rpcAccess, SchedulingServiceClient, topics } from '@reelwright/contracts';
import { createGrpcClient, createGrpcServer } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { createConsumer, createLogReader, createPublisher, on } from '@reelwright/kafka';
import { createHourly } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createRelay, createRestoreCheck } from '@reelwright/outbox';
import { createDatabase } from '@reelwright/postgres';
import { readAccountData } from './accounts/account-data.ts';
import { accountDeletionRoutes } from './accounts/account-deletion.routes.ts';
import { erasureSubscriptions } from './accounts/account-erased.consumer.ts';
import { createActivityNotes } from './accounts/activity.ts';
import { endRestoredSessions, recalls } from './accounts/recalls.ts';
import { applyRetention } from './accounts/retention.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { createCheckServer } from './check/check-server.ts';
import type { Config } from './config.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import { composeContact } from './contact/contact-mail.ts';
import { hasContactForm } from './contact/send-contact-message.ts';
import type { AuthDatabase } from './database.ts';
import { googleSignInRoutes } from './google/google-sign-in.routes.ts';
import { sweep } from './housekeeping.ts';
import { createMailer } from './mail/mailer.ts';
import { createSmtp } from './mail/smtp.ts';
import { optionsRoutes } from './options/options.routes.ts';
import { composeChanged, composeReset } from './passwords/password-mails.ts';
import { passwordRoutes } from './passwords/passwords.routes.ts';
import { photoRoutes } from './photos/photo.routes.ts';
import { createPhotoMaker } from './photos/photo-maker.ts';
import { composePaymentFailed } from './plans/payment-failed-mail.ts';
import { keepEntitlement } from './plans/subscription-changed.consumer.ts';
import { userRoutes } from './profile/profile.routes.ts';
import { sessionPlugin } from './sessions/session.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { usersGrpc } from './users/users.grpc.ts';

/** No call here says more. Validating a megabyte takes a third of a second, in which nobody else's request is checked. */
const BODY_LIMIT = 16 * 1024;
/** Somebody looks at a screen meanwhile; each call says what is shown when there is no answer by then. */
const ANSWER_WITHIN_MS = 800;

interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** How long billing and scheduling have for an answer, in real time. Tests give more, on busy machines. */
  readonly answerWithinMs?: number;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp({ config, logger, answerWithinMs: timeoutMs = ANSWER_WITHIN_MS }: AppOptions) {
  const { DATABASE_URL: url, KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix, HTTP_HOST: host } = config;
  const metrics = createMetrics({ service: 'auth' });
  const clock = createClock({ url: config.CLOCK_URL, logger });
  const database = createDatabase<AuthDatabase>({ url, logger, applicationName: 'auth' });
  const { db } = database;
  const signer = createIdentitySigner({ issuer: 'auth', keyFile: config.IDENTITY_KEY_FILE });
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const publisher = createPublisher({ brokers, clientId: 'auth', logger, topicPrefix });
  const store = createSessionStore({ db, url, logger });
  const { SMTP_URL: smtpUrl, MAIL_FROM: from = '' } = config;
  const mailer = createMailer({
    db,
    clock,
    logger,
    smtp: smtpUrl ? createSmtp({ url: smtpUrl, from }) : undefined,
    composers: {
      password_reset: composeReset(config.PUBLIC_URL),
      password_changed: composeChanged(config.PUBLIC_URL),
      payment_failed: composePaymentFailed(config.PUBLIC_URL, clock),
      contact: composeContact,
    },
  });
  const billing = createGrpcClient(BillingServiceClient, { address: config.BILLING_GRPC, signer, timeoutMs });
  const scheduling = createGrpcClient(SchedulingServiceClient, { address: config.SCHEDULING_GRPC, signer, timeoutMs });

  const check = createCheckServer({
    host,
    port: config.CHECK_PORT,
    db,
    store,
    activity: createActivityNotes({ db, clock, logger }),
    signer,
    sessionSecret: config.SESSION_SECRET,
    publicUrl: config.PUBLIC_URL,
    logger,
  });
  const leaving = { db, clock, store, billing, logger, forgetApiKey: check.forgetApiKey };
  const grpc = createGrpcServer({
    host,
    port: config.GRPC_PORT,
    logger,
    verifier,
    access: rpcAccess,
    services: [usersGrpc({ db })],
  });
  const http = createHttpServer({
    service: 'auth',
    host,
    port: config.HTTP_PORT,
    logger,
    clock,
    metrics,
    verifier,
    publicUrl: config.PUBLIC_URL,
    ready: database.start,
    trustedProxies: config.TRUSTED_PROXIES,
    bodyLimit: BODY_LIMIT,
  });
  await http.app.register(userRoutes, { db, clock, billing, scheduling, logger });
  serveAccountData(http.app, {
    part: 'account',
    clock,
    read: (userId) => readAccountData(db, userId, config.PUBLIC_URL),
  });
  await http.app.register(photoRoutes, { db, clock, photos: createPhotoMaker({ logger }) });
  const contact = { db, mailer, contactEmail: config.CONTACT_EMAIL };
  await http.app.register(contactRoutes, contact);
  await http.app.register(optionsRoutes, { passwordReset: mailer.isOn, contactForm: hasContactForm(contact) });
  await http.app.register(apiKeyRoutes, { db, clock, forget: check.forgetApiKey });
  await http.app.register(async (withSessions) => {
    await withSessions.register(sessionPlugin, {
      store,
      secret: config.SESSION_SECRET,
      publicUrl: config.PUBLIC_URL,
    });
    await withSessions.register(signInRoutes, { db, clock, publicUrl: config.PUBLIC_URL });
    await withSessions.register(accountDeletionRoutes, { ...leaving, publicUrl: config.PUBLIC_URL });
    await withSessions.register(passwordRoutes, {
      db,
      clock,
      store,
      mailer,
      forgetApiKey: check.forgetApiKey,
    });
    await withSessions.register(adminRoutes, { db, codeHash: config.ADMIN_CODE_HASH, publicUrl: config.PUBLIC_URL });
    await withSessions.register(googleSignInRoutes, {
      db,
      clock,
      store,
      billing,
      forgetApiKey: check.forgetApiKey,
      publicUrl: config.PUBLIC_URL,
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      accountsUrl: config.GOOGLE_ACCOUNTS_URL,
      oauthUrl: config.GOOGLE_OAUTH_URL,
      certsUrl: config.GOOGLE_CERTS_URL,
    });
  });
  const consumer = createConsumer<AuthDatabase>({
    brokers,
    group: 'auth',
    topicPrefix,
    db,
    publisher,
    logger,
    metrics,
    subscriptions: [on(events.SubscriptionChanged, keepEntitlement(clock, mailer)), ...erasureSubscriptions()],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ brokers, topicPrefix, logger, clientId: 'auth' }),
    topics: [topics.auth],
    recalls: recalls(clock, store),
    finish: (restoredTo) => endRestoredSessions(db, restoredTo),
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url, publisher, logger, metrics, restoreCheck });

  return {
    db,
    http,
    check,
    grpc,
    leaving,
    components: [
      clock,
      database,
      store,
      publisher,
      relay,
      billing,
      scheduling,
      grpc,
      check,
      http,
      consumer,
      mailer,
      createHourly({ name: 'housekeeping', logger, run: () => sweep(db) }),
      createHourly({ name: 'terms of accounts', logger, run: () => applyRetention(leaving) }),
    ],
  };
}
