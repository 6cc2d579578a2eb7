import { join } from 'node:path';
import { createStaticServer } from './static-server.ts';

const host = process.env.HTTP_HOST ?? '127.0.0.1';
const port = Number(process.env.HTTP_PORT);
if (!Number.isInteger(port) || port < 0) throw new Error('HTTP_PORT is not set to a port number');

const server = await createStaticServer(process.env.WEB_DIST ?? join(import.meta.dirname, '../dist'));
await server.listen({ host, port });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close().then(() => process.exit(0));
  });
}
