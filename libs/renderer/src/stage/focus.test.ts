import { lookAt } from './camera.ts';
import { createFilm } from './film.ts';
import { createDepthMap, focus, noteBlur } from './focus.ts';

describe('the lens', () => {
  it('keeps sharp areas and blurs the others', () => {
    const film = createFilm(60, 90);
    film.rgb.fill(0.2);
    const spot = (45 * 60 + 30) * 3;
    film.rgb[spot] = 9;
    const map = createDepthMap(film);
    map.blur.fill(0);
    const before = film.rgb.slice();
    focus(film, map, 0.05);
    expect(film.rgb).toEqual(before);
    map.blur.fill(1);
    focus(film, map, 0.05);
    expect(film.rgb[spot]).toBeLessThan(1);
  });

  it('writes the middle of the picture to the middle of its map', () => {
    const film = createFilm(60, 90);
    const map = createDepthMap(film);
    noteBlur(map, lookAt([0, 0, -5], [0, 0, 0], 2), 0, 0, 1, 0.7);
    const place = map.blur.findIndex((blur) => blur < 1);
    expect(Math.abs((place % map.width) - map.width / 2)).toBeLessThan(2);
    expect(Math.abs(Math.floor(place / map.width) - map.height / 2)).toBeLessThan(2);
  });
});
