import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { runVerb } from './say.ts';

/** Edits against the pipeline on a stack of its own; the proof's exit code is this verb's. */
await runVerb(
  () =>
    new Promise<number>((done) => {
      const proof = join(foldersFrom(process.env).root, 'deploy/reliability/src/edits.ts');
      const child = spawn(process.execPath, [...process.execArgv, proof], { stdio: 'inherit' });
      child.on('close', (code) => done(code ?? 1));
    }),
);
