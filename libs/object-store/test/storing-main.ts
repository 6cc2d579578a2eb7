import { Readable } from 'node:stream';
import { createObjectStore } from '../src/index.ts';

// Stores an object that never ends: the test kills this process.
const [url = ''] = process.argv.slice(2);
const endless = new Readable({ read: () => undefined });
endless.push(Buffer.alloc(11 * 1024 * 1024));
setInterval(() => undefined, 1_000);
await createObjectStore(url).put('endless', endless);
