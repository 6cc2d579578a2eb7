import { createHash } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import { requireAccount } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase } from '../database.ts';
import type { Partner } from '../partners/partner.ts';

type Db = Kysely<ExternalApiDatabase>;

/** Renewed while the request runs; after a crash the lease expires after this time. */
const LEASE_MS = 60_000;
const KEEP_MS = 24 * 3_600_000;

interface Scope {
  readonly partner: Partner;
  readonly route: string;
  /** The Idempotency-Key header. */
  readonly key: string;
}

/** A request claimed by this process. `fingerprint` is set when an earlier attempt was interrupted. */
export interface Claim extends Scope {
  readonly requestId: string;
  readonly token: number;
  readonly fingerprint: string | null;
}

/** An answered request of this key; a repeat is answered from the current state of its posts. */
export interface KnownRequest {
  readonly requestId: string;
  readonly fingerprint: string;
}

/**
 * The id is derived from the key and the day. If a restored database has lost the request, its repeat has the same post
 * ids, and publishing finds the posts.
 */
function requestIdOf({ partner, route, key }: Scope, realNow: Date): string {
  const day = Math.floor(realNow.getTime() / KEEP_MS);
  const hash = createHash('sha256')
    .update(JSON.stringify([partner.userId, route, key, day]))
    .digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/**
 * Claims an idempotency key for this request, or finds its answered request. A key belongs to the account, not to an
 * API key, so a repeat with a new API key posts nothing twice.
 *
 * @throws AppError ABORTED while another request with the key runs, with the seconds until its lease ends
 */
export async function claimKey(db: Db, scope: Scope, realNow: Date): Promise<Claim | KnownRequest> {
  const { partner, route, key } = scope;
  const { rows } = await sql<{ request_id: string; lease_token: number; fingerprint: string | null }>`
    insert into idempotency_keys as k
           (key_id, route, idempotency_key, user_id, request_id, leased_until, expires_at)
    values (${partner.keyId}, ${route}, ${key}, ${partner.userId}, ${requestIdOf(scope, realNow)},
            clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
            clock_timestamp() + ${KEEP_MS} * interval '1 millisecond')
    on conflict (user_id, route, idempotency_key) do update
       set lease_token = k.lease_token + 1,
           leased_until = excluded.leased_until,
           request_id = case when k.expires_at < clock_timestamp() then excluded.request_id else k.request_id end,
           fingerprint = case when k.expires_at < clock_timestamp() then null else k.fingerprint end,
           expires_at = case when k.expires_at < clock_timestamp() then excluded.expires_at else k.expires_at end,
           status = null,
           answer = null
     where case when ${isAnswered('k')} then k.expires_at else k.leased_until end < clock_timestamp()
    returning request_id, lease_token, fingerprint`.execute(db);
  const [claimed] = rows;
  if (claimed) {
    const { request_id: requestId, lease_token: token, fingerprint } = claimed;
    return { ...scope, requestId, token, fingerprint };
  }
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'request_id'])
    .select(isAnswered('idempotency_keys').as('answered'))
    .select(sql<number>`extract(epoch from leased_until - clock_timestamp())::float8`.as('seconds_left'))
    .where('user_id', '=', partner.userId)
    .where('route', '=', route)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (row?.answered && row.fingerprint) return { requestId: row.request_id, fingerprint: row.fingerprint };
  throw inProgress(row?.seconds_left ?? 0);
}

/**
 * Renews the lease on the key.
 * @throws AppError ABORTED when another request has claimed it, ACCOUNT_DELETED when its account was deleted
 */
export async function extendClaim(db: Db, claim: Claim): Promise<void> {
  await change(db, claim, { leased_until: sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'` });
}

/**
 * Binds the key to this content permanently.
 * @throws AppError ABORTED when another request has claimed it
 */
export async function saveFingerprint(db: Db, claim: Claim, fingerprint: string): Promise<void> {
  await change(db, claim, { fingerprint });
}

/**
 * Marks the request as answered: a repeat is answered from its posts. @throws AppError ABORTED when another request has
 * claimed it
 */
export async function markAnswered(db: Db, claim: Claim): Promise<void> {
  await change(db, claim, { answered_token: claim.token, leased_until: sql<Date>`clock_timestamp()` });
}

/**
 * Releases the key. A key without content is deleted; a key with content can be claimed by the same request, which
 * continues with the same posts.
 */
export async function releaseKey(db: Db, claim: Claim): Promise<void> {
  await sql`delete from idempotency_keys
    where user_id = ${claim.partner.userId} and route = ${claim.route} and idempotency_key = ${claim.key}
      and lease_token = ${claim.token} and not ${isAnswered('idempotency_keys')} and fingerprint is null`.execute(db);
  await updateClaim(db, claim).set({ leased_until: sql<Date>`clock_timestamp()` }).execute();
}

/** @returns how many there were */
export async function deleteKeysOf(trx: Transaction<ExternalApiDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes expired keys, except the key of a running request. */
export async function pruneKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys
    where expires_at < clock_timestamp() and (status is not null or leased_until < clock_timestamp())`.execute(db);
}

async function change(db: Db, claim: Claim, values: UpdateObject<ExternalApiDatabase, 'idempotency_keys'>) {
  const { numUpdatedRows } = await updateClaim(db, claim).set(values).executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await requireAccount(db, claim.partner.userId);
  throw inProgress(LEASE_MS / 1000);
}

function inProgress(secondsLeft: number): AppError {
  return new AppError('ABORTED', 'REQUEST_IN_PROGRESS', 'A request with this Idempotency-Key is being carried out.', {
    retryAfterSeconds: Math.max(1, secondsLeft),
  });
}

/** The fence: a request whose key was claimed by another cannot change it. */
function updateClaim(db: Db, { partner, route, key, token }: Claim) {
  return db
    .updateTable('idempotency_keys')
    .where('user_id', '=', partner.userId)
    .where('route', '=', route)
    .where('idempotency_key', '=', key)
    .where('lease_token', '=', token)
    .where(({ not }) => not(isAnswered('idempotency_keys')));
}

/** `status` was written by the previous release. */
function isAnswered(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<boolean>`(${column('status')} is not null or ${column('answered_token')} is not distinct from ${column('lease_token')})`;
}

/** Part of every fingerprint, even when empty, as in earlier releases. Never add a field. */
const FIRST_FIELDS = new Set(['platforms', 'videoUrl', 'description', 'title']);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The fingerprint of a request: its sorted fields and the digest of the video. A field added by a later release counts
 * only when it is sent, so that the fingerprint stays the same across releases.
 */
export function fingerprintOf(fields: Readonly<Record<string, unknown>>, videoDigest: string | undefined): string {
  const sorted = Object.keys(fields)
    .filter((name) => FIRST_FIELDS.has(name) || !isEmpty(fields[name]))
    .sort()
    .map((name) => [name, fields[name]]);
  return createHash('sha256')
    .update(JSON.stringify([sorted, videoDigest ?? null]))
    .digest('hex');
}

/** @throws AppError IDEMPOTENCY_KEY_REUSED */
export function requireSameContent(knownFingerprint: string, fingerprint: string): void {
  if (knownFingerprint !== fingerprint) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for a request of other content. Use a new key for each post.',
      { httpStatus: 422 },
    );
  }
}
