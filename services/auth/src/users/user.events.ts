import type { User } from './user.ts';

/** The user in the form of an event. */
export function profileOf(user: User) {
  return {
    userId: String(user.id),
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    revision: user.revision,
  };
}
