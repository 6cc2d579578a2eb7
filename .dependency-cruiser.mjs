import { readdirSync } from 'node:fs';

// The rules are computed from the folders, so that they cover each new service, lib or feature.
const foldersIn = (path) => {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
};

const packages = [
  ...foldersIn('libs').map((name) => `libs/${name}`),
  ...foldersIn('services').map((name) => `services/${name}`),
  ...foldersIn('deploy').map((name) => `deploy/${name}`),
  'gateway',
  'web',
];

// Low to high: a lib uses only libs of lower floors, or libs further left on its own floor.
const FLOORS = [
  ['tracing', 'errors', 'config', 'logger', 'faq', 'text', 'product', 'deadline'],
  ['contracts', 'metrics', 'lifecycle', 'token-cipher', 'identity', 'object-store', 'ffmpeg', 'causes'],
  ['postgres', 'clock', 'daily-limit', 'measurements'],
  ['leases', 'outbox', 'kafka', 'grpc', 'http-server'],
  ['renderer'],
  ['service'],
];
const floorOf = (lib) => FLOORS.findIndex((floor) => floor.includes(lib));

const forbidden = [
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-circle-of-capability-folders',
    comment: 'The folders of a service import each other in one direction only.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^services/[^/]+/src/[^/]+$' },
    to: { circular: true },
  },
  {
    name: 'few-files-import-the-folders',
    comment: 'Of the files beside the folders only these import them, so that no circle leads through another one.',
    severity: 'error',
    from: {
      path: '^services/[^/]+/src/[^/]+$',
      pathNot: '/(app|main|migrate|housekeeping|config|database|deps)(\\.test)?\\.ts$',
    },
    to: { path: '^services/[^/]+/src/[^/]+/' },
  },
  {
    name: 'no-folder-imports-the-whole-service',
    severity: 'error',
    from: { path: '^services/[^/]+/src/[^/]+/' },
    to: { path: '^services/[^/]+/src/(app|main|migrate|housekeeping)\\.ts$' },
  },
  {
    name: 'what-folders-share-is-types',
    comment: 'The folders import these files, so they take only types from the folders; settings name the platforms.',
    severity: 'error',
    from: { path: '^services/[^/]+/src/(config|database|deps)\\.ts$' },
    to: { path: '^services/[^/]+/src/(?!platforms/)[^/]+/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'what-a-folder-exports-is-imported-from-it',
    severity: 'error',
    from: { path: '^services/[^/]+/src/[^/]+$' },
    to: { path: '^services/[^/]+/src/[^/]+/', dependencyTypes: ['export'] },
  },
  {
    name: 'modules-are-imported',
    comment: 'What createRequire of node:module loads is not seen here.',
    severity: 'error',
    from: { path: '^(services|web/src)/' },
    to: { path: '^(node:)?module$' },
  },
  {
    name: 'no-undeclared-packages',
    comment: 'Every imported package must be in the package.json of the importing one.',
    severity: 'error',
    from: { pathNot: '\\.config\\.(mjs|ts)$' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'domain-stays-pure',
    comment: 'A file without an edge suffix in a capability folder imports no framework, database, broker or provider.',
    severity: 'error',
    from: {
      path: '^services/[^/]+/src/[^/]+/[^/.]+\\.ts$',
      pathNot:
        '/(stripe|google|drive|tiktok|youtube|facebook|instagram|veo|omni|providers?|platforms?|renderer)/|-(server|client)\\.ts$',
    },
    // A type import of a request in a signature is allowed.
    to: {
      path: 'node_modules/(fastify|kafkajs|stripe|googleapis|@googleapis|@google)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'one-google-api-at-a-time',
    comment: 'All of googleapis costs 100 MB of memory: import googleapis/build/src/apis/<api>/index.js.',
    severity: 'error',
    from: {},
    to: { path: 'node_modules/googleapis/', pathNot: 'node_modules/googleapis/build/src/apis/[^/]+/index' },
  },
  ...foldersIn('services').map((name) => ({
    name: `service-${name}-is-an-island`,
    severity: 'error',
    from: { path: `^services/${name}/` },
    to: { path: `^services/(?!${name}/)|^web/|^gateway/` },
  })),
  {
    name: 'migrations-are-frozen',
    comment: 'A migration must always do what it did at its release: it may import only kysely.',
    severity: 'error',
    from: { path: '^(services|libs)/[^/]+/migrations/' },
    to: { pathNot: '(^|/)node_modules/kysely/' },
  },
  {
    name: 'libs-know-no-product',
    severity: 'error',
    from: { path: '^libs/' },
    to: { path: '^(services|web|gateway|deploy)/' },
  },
  ...foldersIn('libs')
    .filter((lib) => floorOf(lib) >= 0)
    .map((lib) => ({
      name: `lib-${lib}-looks-down`,
      severity: 'error',
      from: { path: `^libs/${lib}/src/` },
      to: {
        path: `^libs/(${FLOORS.slice(floorOf(lib) + 1)
          .flat()
          .concat('testing')
          .join('|')})/`,
      },
    })),
  {
    name: 'only-its-port-knows-the-renderer',
    comment: 'Prompts, jobs and media do not import the renderer, only the port video-models/video-model.ts.',
    severity: 'error',
    from: {
      path: '^(services|web|gateway|deploy)/',
      pathNot: '^services/generation/(test/|src/video-models/(local-model|part-store)\\.ts$)',
    },
    to: { path: '^libs/renderer/' },
  },
  ...foldersIn('web/src/features').map((feature) => ({
    name: `feature-${feature}-is-an-island`,
    severity: 'error',
    from: { path: `^web/src/features/${feature}/` },
    to: { path: `^web/src/features/(?!${feature}/)` },
  })),
  {
    name: 'web-lower-floors',
    comment: 'ui and lib import no feature and no page.',
    severity: 'error',
    from: { path: '^web/src/(ui|lib)/' },
    to: { path: '^web/src/(features|pages|app)/' },
  },
  ...packages.map((path) => ({
    name: `no-reaching-into-${path.replace('/', '-')}`,
    comment: 'Files of another package are imported by its name and its exports.',
    severity: 'error',
    from: { pathNot: `^${path}/` },
    to: { path: `^${path}/`, dependencyTypes: ['local'] },
  })),
];

export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|\\.reelwright)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
