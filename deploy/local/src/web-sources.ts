const LIBS = ['causes', 'faq', 'product', 'text'];

/** What web/dist is built from, relative to the root. */
export const webSources: readonly string[] = [
  'web/src',
  'web/public',
  'web/build',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  ...LIBS.flatMap((lib) => [`libs/${lib}/package.json`, `libs/${lib}/src`]),
  'deploy/local/src/web-bundle.ts',
  'pnpm-lock.yaml',
];
