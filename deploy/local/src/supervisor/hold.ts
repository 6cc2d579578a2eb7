import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = (run: string) => join(run, 'held');

/** A part that is held is not started again once it has ended: it stays stopped until it is released. */
export function holdPart(run: string, name: string): void {
  mkdirSync(folder(run), { recursive: true });
  writeFileSync(join(folder(run), name), '');
}

export function releasePart(run: string, name: string): void {
  rmSync(join(folder(run), name), { force: true });
}

export function isHeld(run: string, name: string): boolean {
  return existsSync(join(folder(run), name));
}

/** Releases the parts that an earlier run held. */
export function releaseAll(run: string): void {
  rmSync(folder(run), { recursive: true, force: true });
}
