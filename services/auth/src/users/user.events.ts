import { eventFieldsOf } from './profile-settings.ts';
import type { User } from './user.ts';

/** The user in the form of an event. */
export function profileOf(user: User) {
  return {
    userId: String(user.id),
    email: user.email,
    ...eventFieldsOf(user),
    revision: user.revision,
  };
}
