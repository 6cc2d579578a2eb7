import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

/**
 * Compiles `kernels/*.ts` to WebAssembly: `node scripts/build-kernels.ts`. The bytes are kept as text in
 * `src/stage/generated/`, so that a bundle needs no other file. With `--check` nothing is written, and the exit code is 1 when a
 * kept file is not what its source compiles to.
 */
const ROOT = join(import.meta.dirname, '..');
const KERNELS = ['clay', 'develop', 'glass', 'noise', 'planes', 'solids'];

async function compiled(name: string): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const source = `kernels/${name}.ts`;
  const options = [
    '--outFile',
    'out.wasm',
    '--optimizeLevel',
    '3',
    '--runtime',
    'stub',
    '--initialMemory',
    '1',
    '--enable',
    'simd',
    '--noAssert',
  ];
  const { error, stderr } = await asc.main([source, ...options], {
    readFile: (file) => (file === source ? readFileSync(join(ROOT, file), 'utf8') : null),
    writeFile: (file, contents) => {
      if (file === 'out.wasm') bytes = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`${source} did not compile.\n${stderr}`);
  return bytes;
}

const isCheck = process.argv.includes('--check');
for (const name of KERNELS) {
  const path = join(ROOT, `src/stage/generated/${name}-kernel.ts`);
  const text = Buffer.from(await compiled(name)).toString('base64');
  const file = `// Made from kernels/${name}.ts by scripts/build-kernels.ts.\nexport const ${name}Kernel =\n  '${text}';\n`;
  if (!isCheck) writeFileSync(path, file);
  else if (readFileSync(path, 'utf8') !== file) {
    process.stderr.write(`${path} is not what its source compiles to.\n`);
    process.exitCode = 1;
  }
}
