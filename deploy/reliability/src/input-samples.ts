import { type Route, routes } from '@reelwright/gateway/routes';
import { postActions } from '@reelwright/product';

/** A valid body of a route, from which the bad ones are made. */
export type Sample =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly body: Readonly<Record<string, unknown>>; readonly nullable?: readonly string[] }
  /** A raw body: not JSON, or not sent by a person. */
  | { readonly kind: 'signed'; readonly contentType: string; readonly bodies: readonly string[] };

const none: Sample = { kind: 'none' };
const json = (body: Readonly<Record<string, unknown>>, ...nullable: string[]): Sample => ({
  kind: 'json',
  body,
  nullable,
});
const choice = json({ tier: 'pro', is1080p: true, isAnnual: false });
const post = { videoUrl: 'https://media.example.com/v.mp4', description: 'A reel', title: 'Reel' };

/** Every call that changes something. A route that is missing here fails the run. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'PATCH /api/auth/user': json({ firstName: 'Grace', lastName: 'Hopper', mailPostProblems: true }),
  'PUT /api/auth/user/photo': {
    kind: 'signed',
    contentType: 'image/png',
    bodies: ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '\u0089PNG\r\n\u001a\n', '{}'],
  },
  'DELETE /api/auth/user/photo': none,
  'DELETE /api/auth/user': json({ password: 'not the password' }),
  'POST /api/auth/password/change': json({ currentPassword: 'not the password', newPassword: 'a long new password' }),
  'POST /api/auth/password/forgotten': json({ email: 'nobody@example.com' }),
  'POST /api/auth/password/reset': json({ token: 'A'.repeat(43), password: 'a long new password' }),
  'POST /api/auth/login': json({ email: 'nobody@example.com', password: 'a long password of nobody' }),
  'POST /api/auth/signup': json({
    email: 'input-newcomer@example.com',
    password: 'a long password of a newcomer',
    firstName: 'New',
    lastName: 'Comer',
  }),
  'POST /api/contact': json({
    id: '0b8f9c8e-6a51-4d57-9f43-2f1f7d1e9a10',
    name: 'Grace Hopper',
    email: 'nobody@example.com',
    topic: 'general',
    message: 'A question that is long enough to be sent.',
    // A message with this field filled in is not sent.
    website: 'https://example.com',
  }),
  'POST /api/auth/logout': none,
  'POST /api/generate-api-key': none,
  'DELETE /api/revoke-api-key': none,
  'POST /api/admin/session': json({ code: 'not the code' }),
  'DELETE /api/admin/session': none,
  'POST /api/create-subscription': choice,
  'POST /api/create-checkout-session': choice,
  'POST /api/preview-subscription-change': choice,
  'POST /api/billing-portal': none,
  'POST /api/change-subscription': json({ tier: 'pro', is1080p: true, isAnnual: false, prorationDate: 1 }),
  'POST /api/cancel-subscription': none,
  'POST /api/renew-subscription': none,
  'POST /api/webhooks/stripe': {
    kind: 'signed',
    contentType: 'application/json',
    bodies: ['', '{}', 'null', '[]', '{"id":"evt_1","object":"event","type":"invoice.paid"}', '{"__proto__":{}}', '{'],
  },
  'POST /api/video-configurations': json(
    {
      videoType: 'v2',
      includeAudio: false,
      notes: 'Kept promises',
      timeZone: 'UTC',
      scheduledDates: [],
      brand: { name: 'Ada', occupation: '', feel: '', colours: ['#ffffff'] },
      version: 0,
    },
    'notes',
    'brand',
  ),
  'POST /api/videos/{id}/post-now': none,
  'POST /api/videos/{id}/skip': none,
  'POST /api/videos/{id}/unskip': none,
  'POST /api/videos/{id}/approve': json({ variation: 0 }),
  'PUT /api/posting-pause': json({ paused: true }),
  'POST /api/regenerate-videos': none,
  'PUT /api/branding': json({ corner: 'top_left', palette: ['#1a2b3c'], logo: 'iVBORw0KGgo=' }, 'logo'),
  'DELETE /api/branding': none,
  'DELETE /api/drive/google': none,
  'DELETE /api/social-connections/{platform}': none,
  'PUT /api/tiktok/settings': json({
    privacyLevel: 'SELF_ONLY',
    allowComment: false,
    allowDuet: false,
    allowStitch: false,
    consent: true,
  }),
  'PUT /api/facebook/page': json({ pageId: 'not a page' }),
  ...Object.fromEntries(postActions.map((action) => [`POST /api/videos/{id}/posts/{platform}/${action}`, none])),
  'POST /api/meta/data-deletion': {
    kind: 'signed',
    contentType: 'application/x-www-form-urlencoded',
    bodies: [
      '',
      'signed_request=',
      'signed_request=a.b',
      'signed_request=%00',
      'signed_request=a.b&signed_request=c.d',
      '%',
    ],
  },
  'POST /api/page-views': json({ path: '/pricing', referrer: 'https://example.com/' }, 'referrer'),
  'POST /api/chat': json({ message: 'Is there a free trial?', sessionId: '0198f2a4-6f3c-7e1e-9d55-0d9a6f7b1c2d' }),
  'POST /api/external/post-video': json({ platforms: ['youtube'], ...post }, 'videoUrl', 'description', 'title'),
  'POST /api/external/{platform}/post': json(post, 'videoUrl', 'description', 'title'),
};

export interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly route: Route;
}

/** Every method of every route. */
export const calls: readonly Call[] = routes.flatMap((route) =>
  route.methods.map((method) => ({ name: `${method} ${route.path}`, method, path: route.path, route })),
);

/** @throws for a call that changes something and has no sample */
export function sampleOf({ name, method }: Call): Sample | undefined {
  const sample = SAMPLES[name];
  if (!sample && method !== 'GET' && method !== 'HEAD') throw new Error(`input-samples.ts has no sample for ${name}`);
  return sample;
}

/** A value for each `{name}` in a path. */
export function fill(path: string, value: (name: string) => string): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => value(name));
}

export const plainParameter = (name: string): string =>
  ({ platform: 'youtube', report: 'users', sessionId: 'cs_test_unknown', file: `${UNKNOWN_ID}.mp4` })[name] ??
  UNKNOWN_ID;

const UNKNOWN_ID = '0198f2a4-6f3c-7e1e-9d55-0d9a6f7b1c2d';
