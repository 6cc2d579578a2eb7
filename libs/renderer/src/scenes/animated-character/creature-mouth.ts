import type { Group, Lump } from '../../stage/lump.ts';
import { type CreatureLooks, onFront } from './creature-looks.ts';

/** Nose, lip, teeth, tongue and the hollow of the mouth. `shape` opens the mouth (0 to 1) and sets its smile. */
export function createMouth(looks: CreatureLooks, head: Group) {
  const { materials } = looks;
  const { skull } = looks.build;
  const lumps: Lump[] = [];
  // The smile and the open mouth are carved out; the upper lip, added afterwards, gives the opening its flat top.
  const lip = onFront(skull, 0, -0.2);
  const mouth: Lump = {
    kind: 'ball',
    at: [0, lip[1], lip[2]],
    size: [0.2, 0.1, 0.2],
    material: materials.throat,
    carve: true,
    blend: 0.02,
    group: head,
  };
  const grin: Lump = {
    kind: 'arch',
    at: [0, lip[1], lip[2]],
    size: [0.24, 0.024, 0],
    turn: [0, 0, Math.PI],
    material: materials.throat,
    carve: true,
    blend: 0.02,
    group: head,
  };
  const tongue: Lump = {
    kind: 'ball',
    at: [0, lip[1], lip[2] + 0.14],
    size: [0.12, 0.06, 0.12],
    material: materials.tongue,
    group: head,
  };
  const teeth: Lump[] = (
    looks.teeth === 'none'
      ? []
      : looks.teeth === 'one'
        ? [0.07]
        : looks.teeth === 'two'
          ? [-0.055, 0.055]
          : [-0.15, 0.15]
  ).map(
    (x): Lump => ({
      kind: looks.teeth === 'fangs' ? 'rod' : 'box',
      at: [x, lip[1] - 0.05, lip[2] + 0.0],
      size: looks.teeth === 'fangs' ? [0.01, 0.05, 0.045] : [0.06, 0.075, 0.035],
      round: 0.03,
      material: materials.tooth,
      group: head,
    }),
  );
  lumps.push(grin, mouth, tongue, ...teeth);
  for (const side of [-1, 1])
    lumps.push({
      kind: 'ball',
      at: [side * 0.1, lip[1] + 0.06, lip[2] + 0.03],
      size: [0.17, 0.1, 0.13],
      material: materials.lip,
      blend: side > 0 ? 0.03 : 0,
      group: head,
    });
  lumps.push({
    kind: 'ball',
    at: [0, lip[1] + 0.15, lip[2] - 0.08],
    size: [0.12, 0.085, 0.09],
    material: materials.nose,
    group: head,
  });

  function shape(open: number, smile: number): void {
    mouth.size = [0.1 + 0.13 * smile + 0.04 * open, 0.014 + 0.2 * open, 0.22];
    mouth.at = [0, lip[1] + 0.02 - 0.08 * open, lip[2] + 0.03];
    grin.size = [0.12 + 0.16 * smile, 0.03, 0];
    grin.at = [0, lip[1] + 0.05 + 0.08 * smile, lip[2] + 0.01];
    tongue.at = [0, lip[1] - 0.14 * open - 0.02, lip[2] + 0.12 - 0.03 * open];
    tongue.size = [0.06 + 0.08 * open, 0.02 + 0.06 * open, 0.12];
  }

  return { lumps, lip, shape };
}
