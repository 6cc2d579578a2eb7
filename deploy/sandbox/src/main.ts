import { portsFrom } from './core/origins.ts';
import { startSandbox } from './start.ts';

const { SANDBOX_DIR, PORT_BASE = '8080' } = process.env;
if (!SANDBOX_DIR) throw new Error('SANDBOX_DIR is not set: the folder for the sandbox’s state.');

const sandbox = await startSandbox({ ports: portsFrom(Number(PORT_BASE)), dir: SANDBOX_DIR });
process.stdout.write(`provider sandbox ready, console at ${sandbox.origins.browser('console')}\n`);

const stop = () => {
  void sandbox.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
