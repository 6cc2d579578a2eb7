import { createHash } from 'node:crypto';

/** Ids of admin sessions are stored hashed, like those of people. */
export function hashAdminSession(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
