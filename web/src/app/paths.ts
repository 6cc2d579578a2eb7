/** Every page of the app. The static server answers exactly these with 200. */
export const paths = {
  landing: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  dashboard: '/dashboard',
  social: '/social',
  pricing: '/pricing',
} as const;
