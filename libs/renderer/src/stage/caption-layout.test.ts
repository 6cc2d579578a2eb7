import { createCanvas } from '@napi-rs/canvas';
import { edgesOf, LOGO_FRAME, logoCorners, logoPlace, type Style, styles } from '@reelwright/product';
import type { LogoEdge } from '../request.ts';
import { type Box, type Caption, layOut, MAX_LINES, MIN_PIXELS } from './caption-layout.ts';
import { captionLooks } from './caption-looks.ts';
import { type Manner, mannerOf, manners } from './caption-manners.ts';
import { drawCaption } from './captions.ts';
import { captionMeasure } from './fonts.ts';
import { type ClipSubject, captionsOf, sceneOf } from './picture.ts';
import { covered, safeArea } from './safe-area.ts';
import type { Scene } from './scene.ts';

const HOSTILE: Record<string, string> = {
  'nothing at all': '',
  'ten thousand characters': 'bread and butter and jam '.repeat(400),
  'right to left': 'שלום לכולם ברוכים הבאים לבית הקפה שלנו ברחוב הראשי היום',
  Arabic: 'مرحبا بكم في بيت القهوة كل صباح مع الخبز الطازج والعسل',
  'mixed directions': 'Open שלום 24 hours مرحبا and (again) سلام today in Haifa',
  'emoji only': '🎉🎉🎉👩‍👩‍👧‍👦🇮🇹🔥',
  'control characters': 'Fresh\u0000\u0007\u001b[31m bread\u202e\u2066 daily\u2069\u200f\u0085 here',
  markup: '<h1 onclick="x()">Sale</h1><script>alert(1)</script>&lt;b&gt; **bold** {{7*7}}',
  'one endless word': 'W'.repeat(10_000),
  'one endless Arabic word': 'م'.repeat(5_000),
  'a long German word': 'Donaudampfschifffahrtsgesellschaftskapitänsmütze kaufen',
  'towers of marks': `Za${'\u0336\u0315\u0322\u0489'.repeat(50)}lgo br${'\u0301\u0323'.repeat(40)}ead`,
  'towers of Hebrew points': `שָׁ${'\u05b7\u05b8'.repeat(60)}לום לכולם`,
  'characters without width': 'fr\u200be\u200bs\u2060h \ufeffbr\u00adead\u200d \u200c \u200c daily',
  'Persian and Hindi joiners': 'می\u200cخواهم नमस्\u200dते दुनिया',
  'signs only': '... --- !!! ??? %%%',
  'digits without an end': '1234567890'.repeat(800),
  'eight short words': 'a b c d e f g h abc',
};
const everyManner = Object.values(manners);
const place = (captions: readonly Caption[], manner: Manner, logoEdge: LogoEdge | null = null) =>
  layOut(captions, manner, captionMeasure(manner.name), logoEdge);

const scenes = new Map<Style, Scene>();

/** A scene without speech does not depend on the notes, so it is made once. */
function sceneFor(subject: ClipSubject): Scene {
  const scene = scenes.get(subject.style) ?? sceneOf(subject);
  if (!scene.spoken) scenes.set(subject.style, scene);
  return scene;
}

function boxesOf(style: Style, text: string, logoEdge: LogoEdge | null = null) {
  const subject = {
    videoId: 'layout',
    variation: 0,
    style,
    notes: text,
    brand: { name: text, occupation: text, feel: '', colours: [] },
  };
  return place(captionsOf(subject, sceneFor(subject)), mannerOf[style], logoEdge);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function expectWellLaid(laid: ReturnType<typeof layOut>): void {
  for (const { caption, plate, pixels, words } of laid) {
    expect(plate.x).toBeGreaterThanOrEqual(safeArea.left);
    expect(plate.y).toBeGreaterThanOrEqual(safeArea.top);
    expect(plate.x + plate.width).toBeLessThanOrEqual(safeArea.right);
    expect(plate.y + plate.height).toBeLessThanOrEqual(safeArea.bottom);
    expect(pixels).toBeGreaterThanOrEqual(Math.min(MIN_PIXELS, caption.pixels) * 0.9);
    expect(new Set(words.map(({ line }) => line)).size).toBeLessThanOrEqual(MAX_LINES);
    expect(words.length).toBeGreaterThan(0);
    words.forEach((word, index) => {
      const box = { x: word.x, y: word.baseline - pixels, width: word.width, height: pixels * 1.24 };
      expect(box.x).toBeGreaterThanOrEqual(plate.x);
      expect(box.x + box.width).toBeLessThanOrEqual(plate.x + plate.width + 1e-6);
      for (const other of words.slice(index + 1))
        expect(
          overlap(box, { x: other.x, y: other.baseline - pixels, width: other.width, height: pixels * 1.24 }),
        ).toBe(false);
    });
  }
  laid.forEach((one, index) => {
    for (const other of laid.slice(index + 1))
      if (one.caption.from < other.caption.until && other.caption.from < one.caption.until)
        expect(overlap(one.plate, other.plate)).toBe(false);
  });
}

describe('captions', () => {
  it.each(Object.entries(HOSTILE))(
    'stay in the safe area, readable and without overlap, when notes, name and trade are %s',
    (_, text) => {
      for (const style of styles) expectWellLaid(boxesOf(style, text));
    },
  );

  it.each(Object.entries(HOSTILE))('do so in every manner when the text is %s', (_, text) => {
    const typed = text.slice(0, 300) || 'x';
    for (const manner of everyManner)
      expectWellLaid(
        place(
          [
            { text: typed, from: 0, until: 3, pixels: 84, tone: 'name' },
            { text: typed, from: 2, until: 4, pixels: 46, tone: 'trade' },
          ],
          manner,
        ),
      );
  });

  it.each(everyManner)('of the manner $name draw nothing outside the safe area at any time', (manner) => {
    const pen = createCanvas(1080, 1920).getContext('2d');
    const look = captionLooks(manner.name, [])[0];
    if (!look) throw new Error('each manner has a look');
    let stray = 0;
    for (const text of [
      'W'.repeat(400),
      HOSTILE['towers of marks'] ?? '',
      HOSTILE.Arabic ?? '',
      'Hang by a gypsy fjord',
    ])
      for (const laid of place([{ text, from: 0, until: 3, pixels: 84 }], manner))
        for (const since of [0.05, 0.2, 1]) {
          pen.clearRect(0, 0, 1080, 1920);
          drawCaption(pen, laid, manner, look, since);
          const { data } = pen.getImageData(0, 0, 1080, 1920);
          for (let y = 0; y < 1920; y += 3)
            for (let x = 0; x < 1080; x += 3) {
              const safe = x >= safeArea.left && x < safeArea.right && y >= safeArea.top && y < safeArea.bottom;
              // A faint shadow may extend further.
              if (!safe && (data[(y * 1080 + x) * 4 + 3] ?? 0) > 90) stray++;
            }
        }
    expect(stray).toBe(0);
  });

  it('break into lines of about equal width, without an orphan', () => {
    const texts = [
      'Slow mornings with good coffee',
      'Say it like you mean it today',
      'Pane fresco ogni mattina a Faenza',
    ];
    for (const text of texts) {
      const [laid] = place([{ text, from: 0, until: 1, pixels: 92 }], manners.film);
      const lines = [0, 1].map((line) => laid?.words.filter((word) => word.line === line) ?? []);
      const [first, second] = lines.map((words) => words.reduce((sum, { width }) => sum + width, 0));
      expect(Math.min(first ?? 0, second ?? 0) / Math.max(first ?? 1, second ?? 1)).toBeGreaterThan(0.7);
    }
  });

  it('run in the direction of the script and reverse only the runs of the other direction', () => {
    const order = (text: string) =>
      place([{ text, from: 0, until: 1, pixels: 40 }], manners.film)[0]?.words.map((word) => word.text);
    expect(order('שלום לכולם')).toEqual(['לכולם', 'שלום']);
    expect(order('say שלום לכולם now')).toEqual(['say', 'לכולם', 'שלום', 'now']);
    expect(order('שלום new day לך')).toEqual(['לך', 'new', 'day', 'שלום']);
  });
});

describe('a logo', () => {
  const boxOf = (corner: (typeof logoCorners)[number]): Box => ({ ...logoPlace(corner, LOGO_FRAME), ...LOGO_FRAME });

  it.each(logoCorners)('at %s is in the safe area, and no caption of any style reaches it', (corner) => {
    const logo = boxOf(corner);
    expect(logo.x).toBeGreaterThanOrEqual(safeArea.left);
    expect(logo.y).toBeGreaterThanOrEqual(safeArea.top);
    expect(logo.x + logo.width).toBeLessThanOrEqual(safeArea.right);
    expect(logo.y + logo.height).toBeLessThanOrEqual(safeArea.bottom);
    for (const style of styles)
      for (const text of ['Fresh bread every day', HOSTILE['one endless word'] ?? '', HOSTILE.Arabic ?? '']) {
        const laid = boxesOf(style, text, edgesOf(corner).isTop ? 'top' : 'bottom');
        expectWellLaid(laid);
        expect(laid.filter(({ plate }) => overlap(plate, logo))).toEqual([]);
      }
  });
});

describe('the safe area', () => {
  it('is not covered in any app', () => {
    for (const app of covered) {
      expect(safeArea.top).toBeGreaterThanOrEqual(app.top);
      expect(safeArea.bottom).toBeLessThanOrEqual(1920 - app.bottom);
      expect(safeArea.left).toBeGreaterThanOrEqual(app.left);
      expect(safeArea.right).toBeLessThanOrEqual(1080 - app.right);
    }
  });
});
