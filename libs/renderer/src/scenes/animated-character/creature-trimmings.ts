import type { Group, Lump, Material } from '../../stage/lump.ts';
import { reaching, type Vector } from '../../stage/matrix.ts';
import type { CreatureLooks } from './creature-looks.ts';

/** Ears, horns, antennae or tufts on the head. Each side is a group of its own, so that it can lag behind and perk up. */
export function topTrimmings(looks: CreatureLooks, head: Group): { lumps: Lump[]; ears: Group[] } {
  const { skull } = looks.build;
  const { fur, second, pink, horn, leaf, bulb } = looks.materials;
  const lumps: Lump[] = [];
  const ears = [-1, 1].map((side): Group => {
    const across = {
      cat: 0.52,
      bunny: 0.34,
      bear: 0.68,
      horns: 0.46,
      antennae: 0.3,
      tuft: 0.06,
      sprout: 0.04,
      floppy: 0.7,
    };
    const share = across[looks.topper] * side;
    const group: Group = {
      position: [skull[0] * share, skull[1] * Math.sqrt(1 - share * share) * 0.94, 0.04],
      turn: [0, 0, 0],
      scale: [1, 1, 1],
      parent: head,
    };
    const add = (kind: Lump['kind'], at: Vector, size: Vector, material: Material, blend?: number, turn?: Vector) =>
      lumps.push({ kind, at, size, material, group, ...(blend ? { blend } : {}), ...(turn ? { turn } : {}) });
    const rod = (from: Vector, to: Vector, low: number, high: number, material: Material, blend?: number) => {
      const { at, turn, half } = reaching(from, to);
      add('rod', at, [low, half, high], material, blend, turn);
    };
    if (looks.topper === 'cat') {
      rod([0, -0.08, 0], [side * 0.13, 0.42, 0.02], 0.23, 0.07, fur, 0.14);
      rod([0, 0.02, -0.15], [side * 0.1, 0.32, -0.1], 0.12, 0.04, pink);
    } else if (looks.topper === 'bunny') {
      rod([0, -0.1, 0], [side * 0.14, 0.92, 0.04], 0.15, 0.17, fur, 0.12);
      rod([side * 0.03, 0.12, -0.12], [side * 0.14, 0.86, -0.13], 0.07, 0.09, pink);
    } else if (looks.topper === 'floppy') {
      rod([0, 0, 0], [side * 0.34, 0.06, 0], 0.14, 0.15, second, 0.14);
      rod([side * 0.34, 0.06, 0], [side * 0.5, -0.6, -0.04], 0.15, 0.21, second, 0.08);
    } else if (looks.topper === 'bear') {
      add('ball', [side * 0.06, 0.08, 0], [0.26, 0.26, 0.15], fur, 0.1);
      add('ball', [side * 0.06, 0.09, -0.11], [0.15, 0.15, 0.08], pink);
    } else if (looks.topper === 'horns') {
      rod([0, -0.05, 0], [side * 0.2, 0.24, 0], 0.14, 0.11, horn);
      rod([side * 0.2, 0.24, 0], [side * 0.2, 0.5, -0.06], 0.11, 0.035, horn, 0.06);
      rod([side * 0.3, -0.22, 0.02], [side * 0.6, -0.12, 0.04], 0.13, 0.06, second, 0.1);
    } else if (looks.topper === 'antennae') {
      rod([0, -0.05, 0], [side * 0.1, 0.3, 0], 0.045, 0.035, second);
      rod([side * 0.1, 0.3, 0], [side * 0.26, 0.5, -0.05], 0.035, 0.03, second, 0.03);
      add('ball', [side * 0.28, 0.56, -0.05], [0.115, 0.115, 0.115], bulb);
    } else if (looks.topper === 'tuft') {
      rod([0, -0.06, 0], [side * 0.12, 0.36, 0.02], 0.13, 0.03, second, 0.05);
      rod([side * 0.02, -0.06, 0], [side * 0.34, 0.2, 0.02], 0.12, 0.03, second, 0.05);
    } else {
      if (side > 0) rod([0, -0.05, 0], [0.03, 0.34, 0], 0.035, 0.03, leaf);
      add('ball', [side * 0.18 + 0.03, 0.38, 0], [0.2, 0.045, 0.11], leaf, 0, [0, 0, side * 0.45]);
    }
    return group;
  });
  return { lumps, ears };
}

/** A creature's clothing: a scarf, a bow, a knitted cap or a flower. */
export function clothes(looks: CreatureLooks, root: Group, head: Group): Lump[] {
  const { trunk, trunkAt, skull, neck } = looks.build;
  const { wool, cloth, petal, pollen } = looks.materials;
  const level = (neck - trunkAt) / trunk[1];
  const girth = Math.sqrt(Math.max(0.1, 1 - level * level));
  const round = trunk[0] * girth * looks.plump;
  const front = -trunk[2] * girth;
  const around: Group = {
    position: [0, neck - 0.02, 0.01],
    turn: [-0.08, 0, 0.04],
    scale: [1, 1, (trunk[2] / trunk[0]) * 1.02],
    parent: root,
  };
  if (looks.wear === 'scarf')
    return [
      {
        kind: 'ring',
        at: [0, 0, 0],
        size: [round - 0.06, 0.13, 0],
        material: wool,
        group: around,
      },
      {
        kind: 'box',
        at: [round * 0.42, neck - 0.36, front - 0.06],
        size: [0.14, 0.32, 0.06],
        round: 0.06,
        turn: [-0.2, -0.25, 0.14],
        material: wool,
        group: root,
      },
    ];
  if (looks.wear === 'bow')
    return [
      ...[-1, 1].map(
        (side): Lump => ({
          kind: 'rod',
          ...lying([side * 0.05, neck - 0.02, front - 0.12], [side * 0.25, neck - 0.02, front - 0.1]),
          material: cloth,
          blend: 0.03,
          group: root,
        }),
      ),
      { kind: 'ball', at: [0, neck - 0.02, front - 0.14], size: [0.08, 0.09, 0.08], material: cloth, group: root },
    ];
  if (looks.wear === 'beanie')
    return [
      {
        kind: 'ball',
        at: [0, skull[1] * 0.62, 0.05],
        size: [skull[0] * 0.84, skull[1] * 0.62, skull[2] * 0.86],
        material: wool,
        group: head,
      },
      {
        kind: 'ring',
        at: [0, skull[1] * 0.6, 0.04],
        size: [skull[0] * 0.76, 0.11, 0],
        material: looks.materials.cream,
        group: head,
        turn: [-0.14, 0, 0],
      },
      {
        kind: 'ball',
        at: [0, skull[1] * 1.24, 0.08],
        size: [0.2, 0.2, 0.2],
        material: looks.materials.cream,
        group: head,
      },
    ];
  const at: Vector = [skull[0] * 0.6, skull[1] * 0.68, -skull[2] * 0.42];
  return [
    ...Array.from({ length: 5 }, (_, n): Lump => {
      const angle = (n / 5) * Math.PI * 2;
      return {
        kind: 'ball',
        at: [at[0] + Math.cos(angle) * 0.14, at[1] + Math.sin(angle) * 0.14, at[2]],
        size: [0.11, 0.11, 0.05],
        material: petal,
        group: head,
      };
    }),
    { kind: 'ball', at: [at[0], at[1], at[2] - 0.05], size: [0.08, 0.08, 0.06], material: pollen, group: head },
  ];
}

/** A tail: a puff, a long tail that curls up at one side, or a row of spikes down the back. */
export function tailLumps(looks: CreatureLooks, tail: Group, side: number): Lump[] {
  const { trunk } = looks.build;
  const { fur, second, cream, horn } = looks.materials;
  if (looks.tail === 'puff')
    return [{ kind: 'ball', at: [side * 0.2, 0.1, 0.16], size: [0.3, 0.3, 0.3], material: cream, group: tail }];
  if (looks.tail === 'curl') {
    const points: Vector[] = [
      [0, 0, 0],
      [side * (trunk[0] + 0.02), 0.06, 0.06],
      [side * (trunk[0] + 0.32), 0.46, 0],
      [side * (trunk[0] + 0.16), 0.74, -0.04],
    ];
    return points.slice(1).map((to, n): Lump => {
      const { at, turn, half } = reaching(points[n] as Vector, to);
      return {
        kind: 'rod',
        at,
        turn,
        size: [0.17 - n * 0.02, half, 0.15 - n * 0.015],
        material: n === 2 ? second : fur,
        blend: 0.09,
        group: tail,
      };
    });
  }
  return [0.35, 0.75, 1.15].map(
    (up, n): Lump => ({
      kind: 'rod',
      at: [0, up, 0.22 - n * 0.06],
      turn: [0.9, 0, 0],
      size: [0.16, 0.16, 0.03],
      material: horn,
      group: tail,
    }),
  );
}

function lying(from: Vector, to: Vector): { at: Vector; turn: Vector; size: Vector } {
  const { at, turn, half } = reaching(from, to);
  return { at, turn, size: [0.05, half, 0.16] };
}
