import type { Group, Lump } from '../../stage/lump.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { Random } from '../../stage/random.ts';
import type { Looks } from './speaker-looks.ts';

/** Hair and hat. The hair's balls are larger than the skull and set back: the hairline is where they enter it. */
export function hairOf(head: Group, looks: Looks, random: Random): Lump[] {
  const { hair } = looks.materials;
  const wide = looks.face;
  const ball = (at: Vector, size: Vector, blend = 0.07): Lump => ({
    kind: 'ball',
    at: [at[0] * wide, at[1], at[2]],
    size,
    material: hair,
    blend,
    group: head,
  });
  const lock = (at: Vector, size: Vector, turn: Vector = [0, 0, 0]): Lump => ({
    kind: 'rod',
    at: [at[0] * wide, at[1], at[2]],
    size,
    turn,
    material: hair,
    blend: 0.07,
    group: head,
  });
  const cap = ball([0, 0.17, 0.13], [0.655 * wide, 0.645, 0.6], 0);
  const part = random.pick([-1, 1]);
  const under = looks.hat !== 'none';
  const lumps: Lump[] = [];

  if (looks.hair === 'crop') {
    lumps.push(ball([0, 0.15, 0.15], [0.635 * wide, 0.62, 0.56], 0));
    if (!under) {
      // A quiff: locks that start at the hairline and sweep up and over to one side.
      for (let n = 0; n < 5; n++) {
        const x = (n - 2) * 0.2;
        lumps.push(
          ball([x + part * 0.05, 0.72 - x * x * 0.5 + random.range(-0.015, 0.03), -0.2], [0.2, 0.15, 0.26], 0.07),
        );
      }
      lumps.push(ball([part * 0.24, 0.8, -0.24], [0.26, 0.13, 0.2], 0.06));
    }
  }
  if (looks.hair === 'bob' || looks.hair === 'long' || looks.hair === 'bun') lumps.push(cap);
  if (looks.hair === 'bob') {
    for (const side of [-1, 1]) {
      lumps.push(lock([side * 0.56, -0.14, 0.1], [0.17, 0.36, 0.2], [0.05, 0, side * -0.1]));
      lumps.push(lock([side * 0.5, -0.2, 0.3], [0.2, 0.36, 0.22]));
    }
    lumps.push(ball([0, -0.1, 0.36], [0.56 * wide, 0.5, 0.3]));
  }
  if (looks.hair === 'long') {
    for (const side of [-1, 1]) {
      lumps.push(lock([side * 0.6, -0.25, 0.2], [0.13, 0.55, 0.2], [0, 0, side * 0.06]));
      lumps.push(lock([side * 0.5, -0.95, 0.08], [0.1, 0.3, 0.17], [0.1, 0, side * -0.16]));
    }
    lumps.push(ball([0, -0.35, 0.4], [0.56 * wide, 0.75, 0.26]));
  }
  if (looks.hair === 'bun') {
    if (!under) lumps.push(ball([0, 0.92, 0.16], [0.27, 0.24, 0.27], 0.05));
    lumps.push(
      lock([0.55, 0.0, -0.02], [0.025, 0.26, 0.05], [0, 0, 0.12]),
      lock([-0.55, 0.0, -0.02], [0.025, 0.26, 0.05], [0, 0, -0.12]),
    );
  }
  if ((looks.hair === 'bob' || looks.hair === 'long' || looks.hair === 'bun') && !under) {
    // A fringe swept from the parting.
    for (let n = 0; n < 4; n++) {
      const x = part * (0.38 - n * 0.24);
      lumps.push(ball([x, 0.56 - Math.abs(x) * 0.22, -0.34 + Math.abs(x) * 0.28], [0.21, 0.13, 0.17], 0.07));
    }
  }
  if (looks.hair === 'afro') {
    lumps.push(ball([0, 0.34, 0.2], [0.8 * wide, 0.7, 0.64], 0));
    for (let n = 0; n < 9; n++) {
      const angle = ((n - 4) / 4) * 1.75;
      lumps.push(ball([Math.sin(angle) * 0.72, 0.34 + Math.cos(angle) * 0.6, -0.02], [0.24, 0.24, 0.26], 0.06));
    }
  }
  if (looks.hair === 'curls') {
    lumps.push(ball([0, 0.15, 0.16], [0.64 * wide, 0.62, 0.57], 0));
    if (!under)
      for (let n = 0; n < 10; n++) {
        const row = n < 6 ? 0 : 1;
        const x = row === 0 ? (n - 2.5) * 0.2 : (n - 7.5) * 0.24;
        const size = random.range(0.15, 0.2);
        lumps.push(
          ball([x, 0.62 - x * x * 0.55 + row * 0.17, -0.34 + row * 0.22 + x * x * 0.4], [size, size * 0.9, size], 0.05),
        );
      }
  }
  return [...lumps, ...hatOf(head, looks, random)];
}

function hatOf(head: Group, { hat, materials, face }: Looks, random: Random): Lump[] {
  const stuff = { material: materials.hat, group: head };
  if (hat === 'beanie')
    return [
      { kind: 'ball', at: [0, 0.34, 0.1], size: [0.7 * face, 0.62, 0.64], turn: [0.12, 0, 0], ...stuff },
      { kind: 'ring', at: [0, 0.4, 0.03], size: [0.6 * face, 0.115, 0], turn: [-0.12, 0, 0], blend: 0.03, ...stuff },
      ...(random.chance(0.6)
        ? [{ kind: 'ball', at: [0, 1.0, 0.14], size: [0.17, 0.16, 0.17], blend: 0.04, ...stuff } satisfies Lump]
        : []),
    ];
  if (hat === 'cap')
    return [
      { kind: 'ball', at: [0, 0.3, 0.08], size: [0.69 * face, 0.6, 0.63], ...stuff },
      {
        kind: 'ball',
        at: [0, 0.47, -0.58],
        size: [0.46 * face, 0.05, 0.36],
        turn: [-0.12, 0, 0],
        blend: 0.05,
        ...stuff,
      },
      { kind: 'ball', at: [0, 0.9, 0.08], size: [0.06, 0.04, 0.06], blend: 0.02, ...stuff },
    ];
  return [];
}
