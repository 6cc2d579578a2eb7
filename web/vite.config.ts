import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fonts } from './build/fonts.ts';
import { precompress } from './build/precompress.ts';

export default defineConfig({
  plugins: [react(), fonts(), precompress()],
  // Inlined assets would need `data:` in the content security policy.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The libraries that every page needs are one file: it compresses better and stays cached across releases. The landing
    // page needs no time zones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'time-zones', test: /node_modules\/temporal-(polyfill|utils)\//, priority: 1 },
            { name: 'vendor', test: /node_modules/ },
          ],
        },
      },
    },
  },
});
