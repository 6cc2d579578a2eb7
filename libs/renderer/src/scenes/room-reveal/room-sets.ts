import type { Random } from '../../stage/random.ts';
import { bedroom } from './room-bedroom.ts';
import { cafe } from './room-cafe.ts';
import type { Kit } from './room-kit.ts';
import { livingRoom } from './room-living.ts';
import type { RoomLook } from './room-look.ts';
import type { FurnitureSet } from './room-set.ts';
import { study } from './room-study.ts';

/** Chooses the furniture of one of four rooms. The window is on the side of -m, so tall pieces are on the other side. */
export function chooseSet(random: Random, kit: Kit, look: RoomLook): FurnitureSet {
  return random.pick([livingRoom, bedroom, study, cafe])(random, kit, look);
}
