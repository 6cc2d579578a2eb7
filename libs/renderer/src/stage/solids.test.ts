import type { Solid } from './solid.ts';
import { angleOf } from './solid-shapes.ts';
import { createSolids } from './solids.ts';

const finish = { r: 0.5, g: 0.5, b: 0.5, coat: 0, rough: 1, soft: 0, metal: 0, glow: 0 };

function ball(x: number, y: number, z: number, radius: number): Solid {
  return {
    bounds: { x, y, z, wide: radius, tall: radius },
    shown: true,
    finish,
    distance: (px, py, pz) => Math.hypot(px - x, py - y, pz - z) - radius,
  };
}

describe('a set of solids', () => {
  it('gives the first of two balls that a ray hits, with distance and normal', () => {
    const set = createSolids([ball(0, 0, 6, 1), ball(0, 0, 3, 1)]);
    const hit = set.intersect(0, 0, 0, 0, 0, 1, 20);
    expect(hit?.index).toBe(1);
    expect(hit?.distance).toBeCloseTo(2, 1);
    expect(hit?.nz).toBeCloseTo(-1, 2);
  });

  it('ignores a solid that is excluded or not shown', () => {
    const hidden = ball(0, 0, 6, 1);
    const set = createSolids([ball(0, 0, 3, 1), hidden]);
    expect(set.intersect(0, 0, 0, 0, 0, 1, 20, 0)?.index).toBe(1);
    hidden.shown = false;
    set.arrange();
    expect(set.intersect(0, 0, 0, 0, 0, 1, 20, 0)).toBeNull();
  });

  it('is dark behind a ball and bright beside it', () => {
    const set = createSolids([ball(0, 2, 0, 1)]);
    expect(set.shadow(0, 0, 0, 0, 1, 0, 6)).toBe(0);
    expect(set.shadow(4, 0, 0, 0, 1, 0, 6)).toBe(1);
  });

  it('has no shadow of a solid without a hull', () => {
    const set = createSolids([{ ...ball(0, 2, 0, 1), hull: null }]);
    expect(set.shadow(0, 0, 0, 0, 1, 0, 6)).toBe(1);
  });
});

describe('the approximated angle', () => {
  it('agrees with Math.atan2 in all directions', () => {
    for (let step = 0; step < 360; step++) {
      const angle = (step / 360) * Math.PI * 2 - Math.PI + 0.001;
      expect(Math.abs(angleOf(Math.sin(angle), Math.cos(angle)) - angle)).toBeLessThan(0.0004);
    }
  });
});
