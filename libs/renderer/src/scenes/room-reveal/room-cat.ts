import { type Colour, colour } from '../../stage/colour.ts';
import { easeInOut, mix, within, wobble } from '../../stage/easing.ts';
import type { Group, Lump, Material } from '../../stage/lump.ts';
import { reaching, type Vector } from '../../stage/matrix.ts';
import { noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';

/** A cat that runs in at the time `comes`, leaps to its perch and stays there, moving its tail. */
export function createCat(random: Random, perch: Vector, side: number, comes: number) {
  const coat = random.pick([
    { base: colour(0.72, 0.3, 0.08), dark: colour(0.4, 0.13, 0.03) },
    { base: colour(0.035, 0.033, 0.04), dark: colour(0.02, 0.02, 0.025) },
    { base: colour(0.36, 0.35, 0.35), dark: colour(0.14, 0.13, 0.14) },
    { base: colour(0.82, 0.74, 0.62), dark: colour(0.5, 0.3, 0.16) },
  ]);
  const fur: Material = { colour: coat.base, shine: 0.06, polish: 8, soft: 0.4, pattern: stripes };
  const pale: Material = { colour: colour(0.86, 0.8, 0.72), shine: 0.05, polish: 8, soft: 0.4 };
  const eye: Material = { colour: colour(0.5, 0.62, 0.1), shine: 0.9, polish: 60, glow: 0.25 };
  const pupil: Material = { colour: colour(0.01, 0.01, 0.012), shine: 0.9, polish: 60 };
  const nose: Material = { colour: colour(0.6, 0.22, 0.2), shine: 0.3, polish: 20 };
  const whole: Group = { position: [0, -20, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const head: Group = { position: [0, 0.43, -0.08], turn: [0, 0, 0], scale: [1, 1, 1], parent: whole };
  const tail: Group = { position: [0.06, 0.06, 0.16], turn: [0, 0, 0], scale: [1, 1, 1], parent: whole };
  const rod = (
    from: Vector,
    to: Vector,
    low: number,
    high: number,
    material: Material,
    group: Group,
    blend = 0,
  ): Lump => {
    const way = reaching(from, to);
    return { kind: 'rod', at: way.at, turn: way.turn, size: [low, way.half, high], material, group, blend };
  };
  const lumps: Lump[] = [
    { kind: 'ball', at: [0, 0.16, 0.06], size: [0.155, 0.165, 0.18], material: fur, group: whole },
    { kind: 'ball', at: [0, 0.27, -0.03], size: [0.12, 0.17, 0.12], material: fur, group: whole, blend: 0.05 },
    { kind: 'ball', at: [0, 0.25, -0.085], size: [0.075, 0.11, 0.075], material: pale, group: whole },
    rod([-0.06, 0.03, -0.13], [-0.055, 0.24, -0.08], 0.042, 0.04, fur, whole),
    rod([0.06, 0.03, -0.13], [0.055, 0.24, -0.08], 0.042, 0.04, fur, whole),
    { kind: 'ball', at: [0, 0, 0], size: [0.125, 0.108, 0.11], material: fur, group: head },
    rod([-0.075, 0.06, 0.01], [-0.095, 0.15, 0.01], 0.046, 0.008, fur, head, 0.02),
    rod([0.075, 0.06, 0.01], [0.095, 0.15, 0.01], 0.046, 0.008, fur, head, 0.02),
    { kind: 'ball', at: [0, -0.035, -0.085], size: [0.055, 0.04, 0.045], material: pale, group: head },
    { kind: 'ball', at: [-0.05, 0.018, -0.092], size: [0.026, 0.028, 0.018], material: eye, group: head },
    { kind: 'ball', at: [0.05, 0.018, -0.092], size: [0.026, 0.028, 0.018], material: eye, group: head },
    { kind: 'ball', at: [-0.05, 0.018, -0.107], size: [0.011, 0.021, 0.008], material: pupil, group: head },
    { kind: 'ball', at: [0.05, 0.018, -0.107], size: [0.011, 0.021, 0.008], material: pupil, group: head },
    { kind: 'ball', at: [0, -0.018, -0.128], size: [0.016, 0.011, 0.01], material: nose, group: head },
    rod([0, 0, 0], [0.17, 0.02, 0.04], 0.038, 0.034, fur, tail),
    rod([0.17, 0.02, 0.04], [0.27, 0.14, 0.02], 0.034, 0.03, fur, tail),
    rod([0.27, 0.14, 0.02], [0.25, 0.28, 0], 0.03, 0.024, fur, tail),
  ];
  const start: Vector = [side * 3.1, 0, perch[2] - 1];
  const lands = comes + 0.85;

  function pose(time: number): void {
    if (time < comes) {
      whole.position = [0, -20, 0];
      return;
    }
    const run = within(time, comes, 0.4);
    const leap = within(time, comes + 0.4, 0.45);
    const takeOff: Vector = [mix(start[0], perch[0], 0.45), 0, mix(start[2], perch[2], 0.35)];
    const arc = Math.sin(leap * Math.PI) * 0.42;
    const settled = wobble(time - lands, 2.4, 5);
    whole.position = [
      leap > 0 ? mix(takeOff[0], perch[0], leap) : mix(start[0], takeOff[0], run),
      leap > 0 ? mix(0, perch[1], easeInOut(leap)) + arc : 0.07 * Math.abs(Math.sin(run * 9)),
      leap > 0 ? mix(takeOff[2], perch[2], leap) : mix(start[2], takeOff[2], run),
    ];
    const turned = easeInOut(within(time, lands - 0.15, 0.45));
    whole.turn = [0.5 * (1 - turned) * Math.cos(leap * Math.PI), mix(side * 1.35, 0.15 * side, turned), 0];
    const stretch = leap < 1 ? 0.16 : 0;
    whole.scale = [1 + 0.12 * settled, 1 - 0.2 * settled - stretch, 1 + stretch * 1.4];
    const calm = Math.max(0, time - lands);
    head.turn = [0.06 * Math.sin(calm * 2.1), 0.28 * Math.sin(calm * 1.5) * turned, 0.12 * Math.sin(calm * 1.1)];
    tail.turn = [0, 0.5 * Math.sin(time * 3.2), 0.25 * Math.sin(time * 2.3 + 1)];
  }

  function stripes(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const wave = Math.sin((y + z * 0.6) * 52 + 4 * noise3(x * 9, y * 9, z * 9));
    const share = Math.max(0, Math.min(1, wave * 1.6)) * 0.75;
    out.r = mix(base.r, coat.dark.r, share);
    out.g = mix(base.g, coat.dark.g, share);
    out.b = mix(base.b, coat.dark.b, share);
  }
  return { lumps, pose, lands };
}
