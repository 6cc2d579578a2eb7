import { createPicture } from './picture.ts';
import { safeArea } from './safe-area.ts';

const size = { width: 108, height: 192 };
const subject = { videoId: 'poster', variation: 0, style: 'v1' as const, notes: 'Fresh bread daily', brand: null };

describe('a picture without captions', () => {
  it("is the clip's frame without its captions, and the same outside the area of captions", () => {
    const [plain, captioned] = [false, true].map((captions) =>
      Uint8Array.from(createPicture(subject, size, 0.2, { captions }).draw(4, 120)),
    );
    let [inside, outside] = [0, 0];
    plain?.forEach((value, i) => {
      if (value === captioned?.[i]) return;
      const y = (Math.floor(i / 4 / size.width) / size.height) * 1920;
      if (y > safeArea.top - 12 && y < safeArea.bottom) inside++;
      else outside++;
    });
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(500);
  });
});
