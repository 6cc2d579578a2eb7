import type { Plugin } from 'rolldown';

/**
 * Source maps of our own code only. Node.js reads the whole map of each file that it loads: with those of packages, a service
 * takes 80 MB more.
 */
export function withoutMaps(): Plugin {
  return {
    name: 'without maps',
    transform: {
      filter: { id: /\/node_modules\/.*\.[cm]?js$/ },
      handler: (code) => ({ code, map: { mappings: '' } }),
    },
  };
}
