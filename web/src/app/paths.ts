/** Old addresses of pages and their new ones. The static server and the app's router redirect from them. */
export const movedPaths = { '/terms-and-conditions': '/terms' } as const;

/** Every page of the site. The static server returns 200 for exactly these. */
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

/** The pages that the build writes as HTML, so that they are painted before a script runs. */
export const prerenderedPaths: readonly string[] = [
  paths.landing,
  paths.login,
  paths.signup,
  paths.forgottenPassword,
  paths.faq,
  paths.pricing,
  paths.terms,
  paths.privacy,
  paths.dataDeletion,
  paths.apiDocs,
  paths.contact,
];

/** The file of a prerendered page in the build's folder. */
export const pageFile = (path: string) => `pages/${path === paths.landing ? 'landing' : path.slice(1)}.html`;

export const notFoundFile = 'pages/not-found.html';
