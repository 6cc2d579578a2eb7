import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { portsFrom } from './ports.ts';
import { ExpectedError, runTarget } from './say.ts';
import { ensureChromium } from './toolchain/chromium.ts';
import { lastLines, runCommand } from './toolchain/command.ts';

/** Takes the README's pictures from the running stack. */
await runTarget(async () => {
  const { env } = process;
  const { root } = foldersFrom(env);
  const ports = portsFrom(Number(env.PORT_BASE || 8080));
  const { value: chromium } = await ensureChromium(env);
  const { code, output } = await runCommand(process.execPath, [join(root, 'web/e2e/screenshots.ts')], {
    cwd: root,
    env: {
      ...env,
      CHROME_PATH: chromium,
      BASE_URL: `http://localhost:${ports.gateway.http}`,
      SANDBOX_URL: `http://localhost:${ports.sandbox.console}`,
    },
  });
  if (code !== 0) throw new ExpectedError(`The pictures were not taken; is the stack up?\n${lastLines(output, 12)}`);
  return 0;
});
