/** Every page of the app. The static server answers exactly these with 200. */
export const paths = {
  landing: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  forgottenPassword: '/auth/forgotten-password',
  resetPassword: '/auth/reset-password',
  dashboard: '/dashboard',
  profile: '/profile',
  social: '/social',
  pricing: '/pricing',
  dataDeletion: '/data-deletion',
} as const;
