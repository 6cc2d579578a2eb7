import { openSync } from 'node:fs';
import { AppError } from '@reelwright/errors';
import { silentLogger as logger } from '@reelwright/logger';
import { createPhotoMaker } from '../src/photos/photo-maker.ts';

// Decodes three photos while no process can be started, and writes the code of each. With `files` no file descriptors
// are left (run it under a low `ulimit -n`); with `program` the program is missing.
const codes: unknown[] = [];
const maker = createPhotoMaker({ logger, timeLimitMs: 200 });
if (process.argv[2] === 'files') useUpFiles();
else process.execPath = '/nowhere/node';
for (let count = 0; count < 3; count += 1) {
  codes.push(
    await maker.make(Buffer.alloc(100), 'ada').then(
      () => 'made',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    ),
  );
}
process.stdout.write(JSON.stringify(codes));

function useUpFiles(): void {
  try {
    for (;;) openSync('/dev/null', 'r');
  } catch {
    // No descriptor is left.
  }
}
