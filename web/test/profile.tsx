import { screen, within } from '@testing-library/react';
import { ProfilePage } from '../src/pages/profile.tsx';
import type { CurrentUser } from '../src/session/current-user.ts';
import { show, stubServer } from './browser.tsx';
import { configuration } from './people.ts';

type Answers = Parameters<typeof stubServer>[0];
export const read = 'GET /api/auth/user';
export const patch = 'PATCH /api/auth/user';

/** Opens the profile of a person. `answers` replace those of the server. */
export async function open(user: CurrentUser, answers: Answers = {}) {
  const server = stubServer({
    [read]: { body: user },
    'GET /api/auth/options': { body: { passwordReset: true } },
    'GET /api/video-configuration': { body: configuration() },
    'GET /api/payments': { body: { payments: [] } },
    'GET /api/branding': { body: { logo: null, palette: [], corner: 'top_left', savedAt: null } },
    'GET /api/drive/google': {
      body: { account: null, waiting: 0, code: null, message: null, fix: null, nextTryAt: null },
    },
    'GET /api/api-key-status': { body: { hasKey: false, createdAt: null, lastUsedAt: null, prefix: null } },
    ...answers,
  });
  const view = show(<ProfilePage />, '/profile');
  await screen.findByRole('region', { name: 'Personal information' });
  return { server, ...view };
}

/** The section with this title. */
export const card = (name: string) => within(screen.getByRole('region', { name }));
/** The row of a section with this label. */
export const row = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement);
