/** Old addresses of pages and their new ones. The static server and the app's router redirect from them. */
export const movedPaths = { '/terms-and-conditions': '/terms' } as const;

/** Every page of the app. The static server returns 200 for exactly these. */
export const paths = {
  landing: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  forgottenPassword: '/auth/forgotten-password',
  resetPassword: '/auth/reset-password',
  dashboard: '/dashboard',
  profile: '/profile',
  social: '/social',
  regeneration: '/regeneration',
  analytics: '/analytics',
  faq: '/faq',
  pricing: '/pricing',
  terms: '/terms',
  privacy: '/privacy',
  dataDeletion: '/data-deletion',
  apiDocs: '/api-docs',
  contact: '/contact',
  admin: '/admin',
} as const;
