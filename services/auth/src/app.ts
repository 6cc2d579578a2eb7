import { join } from 'node:path';
import { keyRing } from '@reelwright/config';
import { BillingServiceClient, SchedulingServiceClient, topics } from '@reelwright/contracts';
import { createService, type ServiceOptions } from '@reelwright/service';
import { readAccountData } from './accounts/account-data.ts';
import { accountDeletionRoutes } from './accounts/account-deletion.routes.ts';
import { erasureSubscriptions } from './accounts/account-erased.consumer.ts';
import { createActivityRecorder } from './accounts/activity.ts';
import { endRestoredSessions, recalls } from './accounts/recalls.consumer.ts';
import { findOpenDeletion } from './accounts/receipt.repository.ts';
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
import { connectionEndSubscriptions } from './notices/connection-ends.consumer.ts';
import { composeConnectionEnds } from './notices/connection-ends-mail.ts';
import { postProblemSubscription } from './notices/post-problems.consumer.ts';
import { composePostProblems } from './notices/post-problems-mail.ts';
import { optionsRoutes } from './options/options.routes.ts';
import { createPasswordHasher } from './passwords/password.ts';
import { composeChanged, composeReset } from './passwords/password-mails.ts';
import { passwordRoutes } from './passwords/passwords.routes.ts';
import { photoRoutes } from './photos/photo.routes.ts';
import { createPhotoMaker } from './photos/photo-maker.ts';
import { composePaymentFailed } from './plans/payment-failed-mail.ts';
import { planSubscriptions } from './plans/subscription-changed.consumer.ts';
import { userRoutes } from './profile/profile.routes.ts';
import { sessionPlugin } from './sessions/request-session.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { usersGrpc } from './users/users.grpc.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

/**
 * Larger than any valid body. Validating a megabyte takes a third of a second, during which no other request is
 * checked.
 */
const BODY_LIMIT = 16 * 1024;
/** Short, because a user waits for these calls. */
const CALL_TIMEOUT_MS = 800;

interface AppOptions extends ServiceOptions<Config> {
  /** Deadline for calls to billing and scheduling, in real time. Tests on busy machines allow more. */
  readonly callTimeoutMs?: number;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp({ callTimeoutMs: timeoutMs = CALL_TIMEOUT_MS, ...options }: AppOptions) {
  const { config, logger } = options;
  const { PUBLIC_URL: publicUrl, CELL: cell } = config;
  const sessionKeys = keyRing(config.SESSION_SECRET);
  const service = createService<AuthDatabase>('auth', { ...options, migrations: MIGRATIONS, bodyLimit: BODY_LIMIT });
  const { db, clock, http } = service;
  const store = service.add('resource', createSessionStore({ db, url: config.DATABASE_URL, logger }));
  const hasher = createPasswordHasher({ memoryKib: config.PASSWORD_MEMORY_KIB });
  const billing = service.client(BillingServiceClient, config.BILLING_GRPC, { timeoutMs });
  const scheduling = service.client(SchedulingServiceClient, config.SCHEDULING_GRPC, { timeoutMs });
  const { SMTP_URL: smtpUrl, MAIL_FROM: from = '' } = config;
  const mailer = service.add(
    'worker',
    createMailer({
      db,
      clock,
      logger,
      smtp: smtpUrl ? createSmtp({ url: smtpUrl, from }) : undefined,
      composers: {
        password_reset: composeReset(publicUrl),
        password_changed: composeChanged(publicUrl),
        payment_failed: composePaymentFailed(publicUrl, clock),
        post_problems: composePostProblems(publicUrl),
        connection_ends: composeConnectionEnds(publicUrl, clock),
        contact: composeContact(clock),
      },
    }),
  );
  const check = service.add(
    'server',
    createCheckServer({
      host: config.HTTP_HOST,
      port: config.CHECK_PORT,
      db,
      store,
      activity: createActivityRecorder({ db, clock, logger }),
      signer: service.signer(),
      sessionKeys,
      publicUrl,
      logger,
      drainMs: config.DRAIN_SECONDS * 1_000,
    }),
  );
  const { evictApiKey } = check;
  const deletionDeps = { db, clock, store, billing, logger, evictApiKey };

  const grpc = service.grpc([
    usersGrpc({ db, isDeleted: async (userId) => (await findOpenDeletion(db, userId)) !== undefined }),
  ]);
  await http.app.register(userRoutes, { db, clock, billing, scheduling, logger });
  service.serveAccountData('account', (userId) => readAccountData(db, userId, publicUrl));
  await http.app.register(photoRoutes, { db, clock, photos: createPhotoMaker({ logger }) });
  const contact = { db, mailer, contactEmail: config.CONTACT_EMAIL };
  await http.app.register(contactRoutes, contact);
  await http.app.register(optionsRoutes, { passwordReset: mailer.isOn, contactForm: hasContactForm(contact) });
  await http.app.register(apiKeyRoutes, { db, clock, evict: evictApiKey, cell });
  await http.app.register(async (withSessions) => {
    await withSessions.register(sessionPlugin, { store, keys: sessionKeys, publicUrl, cell });
    await withSessions.register(sessionRoutes);
    await withSessions.register(signInRoutes, { db, clock, hasher, publicUrl });
    await withSessions.register(accountDeletionRoutes, { ...deletionDeps, hasher, publicUrl });
    await withSessions.register(passwordRoutes, { db, clock, store, hasher, mailer, evictApiKey });
    await withSessions.register(adminRoutes, { db, hasher, codeHash: config.ADMIN_CODE_HASH, publicUrl });
    await withSessions.register(googleSignInRoutes, {
      db,
      clock,
      store,
      billing,
      evictApiKey,
      publicUrl,
      cell,
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      accountsUrl: config.GOOGLE_ACCOUNTS_URL,
      oauthUrl: config.GOOGLE_OAUTH_URL,
      certsUrl: config.GOOGLE_CERTS_URL,
    });
  });

  service.events({
    subscriptions: [
      ...planSubscriptions(clock, mailer),
      postProblemSubscription({ clock, mailer }),
      ...connectionEndSubscriptions({ clock, mailer }),
      ...erasureSubscriptions(),
    ],
    topics: [topics.auth],
    recalls: recalls({ clock, store, hasher }),
    finish: (restoredTo) => endRestoredSessions(db, restoredTo),
  });
  service.hourly('housekeeping', () => sweep(db));
  service.hourly('retention', () => applyRetention(deletionDeps));

  return { db, http, check, grpc, mailer, deletionDeps, components: service.components() };
}
