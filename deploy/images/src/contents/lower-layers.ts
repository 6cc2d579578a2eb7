import type { Folders } from '@reelwright/local/folders';
import { type ImageName, imageOf } from '../images.ts';
import type { Tree } from '../tree/tree.ts';
import { baseLayer } from './base.ts';
import { type ForeignLayer, foreignLayer } from './foreign.ts';
import { requireFitHost } from './libraries.ts';

export interface LowerLayers {
  /** From low to high: the base, programs that are not ours. */
  readonly trees: readonly Tree[];
  readonly versions: ForeignLayer['versions'];
}

/** Gives the layers below the app. Images that need the same programs share a layer. */
export function createLowerLayers(folders: Folders): (name: ImageName) => Promise<LowerLayers> {
  requireFitHost();
  const base = baseLayer();
  const foreign = new Map<string, ForeignLayer>();
  return async (name) => {
    const { foreign: programs = [] } = imageOf(name);
    const key = programs.join(' ');
    const others = foreign.get(key) ?? (await foreignLayer(programs, base, folders));
    foreign.set(key, others);
    return { trees: programs.length > 0 ? [base, others.tree] : [base], versions: others.versions };
  };
}
