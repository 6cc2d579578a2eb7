import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fonts } from './build/fonts.ts';
import { pages } from './build/pages.ts';
import { precompress } from './build/precompress.ts';

export default defineConfig({
  plugins: [react(), fonts(), pages(), precompress()],
  // Inlined assets would need `data:` in the content security policy.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The app, and the landing page, whose HTML build/pages.ts writes.
      input: ['index.html', 'src/landing.ts'],
      output: {
        // A library is a file of its own, so that it stays cached when another one is updated.
        codeSplitting: {
          groups: [
            { name: 'time-zones', test: /node_modules\/temporal-(polyfill|utils)\// },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router/ },
            { name: 'query', test: /node_modules\/@tanstack\// },
          ],
        },
      },
    },
  },
});
