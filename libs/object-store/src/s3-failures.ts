import { neverConnected } from '@reelwright/errors';

interface S3Failure {
  /** The code of the answer, or the name of an error of the SDK. */
  readonly name?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const INSUFFICIENT_STORAGE = 507;
/** The SDK's name for a time-out or a lost connection, and S3's codes with a status below 500. */
const TRANSIENT_NAMES: readonly (string | undefined)[] = ['TimeoutError', 'RequestTimeout', 'SlowDown'];

/** Why the server refuses this client, with the settings to look at; undefined for an error that may pass by itself. */
export function refusalOf(error: unknown, { bucket, region }: { bucket: string; region: string }): string | undefined {
  const { name, message = '' } = error as S3Failure;
  switch (name) {
    case 'CredentialsProviderError':
      return 'S3 needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role';
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidToken':
    case 'ExpiredToken':
      return `S3 refuses the credentials (${name}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
    case 'AccessDenied':
      return `S3 does not permit these credentials to list the bucket '${bucket}': they need s3:ListBucket`;
    case 'NoSuchBucket':
      return `S3 has no bucket '${bucket}': check OBJECT_STORE_URL`;
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `The bucket '${bucket}' is not in the region '${region}' (${message}): check region in OBJECT_STORE_URL`;
    case 'RequestTimeTooSkewed':
      return "S3 refuses the requests' time: check the clock of this machine";
    default:
      return undefined;
  }
}

/** Whether the server has no room: AWS has no such answer, other servers do. */
export function isFull(error: unknown): boolean {
  const { name, $metadata } = error as S3Failure;
  return $metadata?.httpStatusCode === INSUFFICIENT_STORAGE || name === 'QuotaExceeded';
}

/** Whether the server could not be reached, did not respond in time, or failed to handle the request. */
export function isUnavailable(error: unknown): boolean {
  const { name, $metadata } = error as S3Failure;
  return neverConnected(error) || TRANSIENT_NAMES.includes(name) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
