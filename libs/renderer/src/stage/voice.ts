import { clamp, mix, smooth } from './easing.ts';
import type { Random } from './random.ts';
import type { Consonant, Vowel } from './syllables.ts';
import type { Timetable } from './timetable.ts';
import { createTract, type Formants } from './tract.ts';

/** A singer: the throat's size shifts the formants, the pitch is the melody's lowest note. */
export interface Singer {
  /** Frequency of melody step 0, in hertz. */
  pitch: number;
  /** 1 is a man's throat, 1.18 a woman's. */
  throat: number;
  /** 0 clear, 1 whispered. */
  breathy: number;
}

/** A timetable with a note for each of its syllables, in semitones above the singer's pitch. */
export interface Song {
  timetable: Timetable;
  notes: readonly number[];
  /** 0 is spoken, 1 sung with held notes and vibrato. */
  sung: number;
}

const VOWELS: Record<Vowel, Formants> = {
  a: [740, 1180, 2550],
  e: [510, 1780, 2480],
  i: [320, 2100, 2850],
  o: [490, 860, 2420],
  u: [350, 760, 2300],
};
const HUM: Formants = [270, 1050, 2300];
const TONGUE: Formants = [360, 1450, 2500];

/** Control values per second; the tract interpolates between them. */
const TICKS = 1000;

/** Sings songs into one channel of `seconds` at the sample rate `rate`. Songs are in story time, slowed by `stretch`. */
export function sing(
  songs: readonly Song[],
  singer: Singer,
  random: Random,
  rate: number,
  seconds: number,
  stretch = 1,
) {
  const count = Math.ceil(seconds * TICKS) + 1;
  const tracks = {
    voiced: new Float32Array(count),
    hiss: new Float32Array(count),
    hissAt: new Float32Array(count).fill(4500),
    air: new Float32Array(count),
    pitch: new Float32Array(count).fill(singer.pitch),
    formants: [0, 1, 2].map((n) => new Float32Array(count).fill((TONGUE[n] ?? 0) * singer.throat)),
  };
  const span = (from: number, until: number, set: (tick: number, share: number) => void): void => {
    const first = Math.max(0, Math.round(from * stretch * TICKS));
    const end = Math.min(count, Math.round(until * stretch * TICKS));
    for (let tick = first; tick < end; tick++) set(tick, (tick - first) / Math.max(1, end - first));
  };
  const shape = (from: number, until: number, formants: Formants): void =>
    span(from, until, (tick) => {
      tracks.formants.forEach((track, n) => {
        track[tick] = (formants[n] ?? 0) * singer.throat;
      });
    });

  for (const { timetable, notes, sung } of songs) {
    for (const { from, until } of timetable.breaths)
      span(from, until, (tick, share) => {
        tracks.air[tick] = 0.05 * Math.sin(share * Math.PI) ** 2;
      });
    timetable.syllables.forEach((syllable, index) => {
      const { from, opens, until, onset, coda, stressed } = syllable;
      const vowel = VOWELS[syllable.vowel];
      const loud = stressed ? 1 : 0.78;
      const next = timetable.syllables[index + 1];
      const runsOn = next !== undefined && next.from - until < 0.01;
      const step = notes[index] ?? 0;
      span(from, runsOn ? until : until + 0.2, (tick, share) => {
        const fall = runsOn ? 0 : (1 - sung) * -1.5 * share;
        tracks.pitch[tick] = singer.pitch * 2 ** ((step + fall + (stressed ? 0.3 : 0) * (1 - sung)) / 12);
      });
      shape(from, until, vowel);
      span(opens, until, (tick, share) => {
        tracks.voiced[tick] = loud * (runsOn ? 1 - 0.22 * share : 1 - smooth(0.55, 1, share));
        tracks.air[tick] = singer.breathy * 0.06 * loud;
      });
      if (onset) consonant(onset, from, opens, loud, vowel);
      if (coda) consonant(coda, mix(opens, until, 0.86), until, loud * 0.6, vowel);
    });
  }

  function consonant(
    { manner, place, voiced }: Consonant,
    from: number,
    until: number,
    loud: number,
    vowel: Formants,
  ): void {
    const length = until - from;
    if (manner === 'nasal' || manner === 'liquid') {
      shape(from, until, manner === 'nasal' ? HUM : place === 'lips' ? VOWELS.u : TONGUE);
      span(from, until, (tick) => {
        tracks.voiced[tick] = loud * (manner === 'nasal' ? 0.42 : 0.6);
      });
    } else if (manner === 'fricative') {
      span(from, until, (tick, share) => {
        const swell = Math.sin(Math.PI * clamp(share * 1.05));
        tracks.voiced[tick] = voiced ? loud * 0.3 : 0;
        if (place === 'throat') tracks.air[tick] = 0.3 * loud * swell;
        else tracks.hiss[tick] = loud * swell * (place === 'teeth' ? 0.05 : 0.1);
        tracks.hissAt[tick] = place === 'teeth' ? 3200 : 5600;
      });
    } else {
      const burst = until - Math.min(0.022, length * 0.35);
      span(from, burst, (tick) => {
        tracks.voiced[tick] = voiced ? loud * 0.12 : 0;
      });
      span(burst, until, (tick, share) => {
        tracks.voiced[tick] = voiced ? loud * 0.5 : 0;
        tracks.hiss[tick] = loud * 0.24 * (1 - share) ** 2;
        tracks.air[tick] = voiced ? 0.03 : 0.2 * loud;
        tracks.hissAt[tick] = place === 'lips' ? 900 : place === 'tongue' ? 3600 : (vowel[1] ?? 1500) * 1.05;
      });
    }
  }

  glide(tracks.voiced, 9);
  glide(tracks.air, 7);
  glide(tracks.hiss, 3);
  glide(tracks.pitch, 28);
  for (const formant of tracks.formants) glide(formant, 22);
  const sung = new Float32Array(count);
  for (const song of songs)
    span(song.timetable.from, song.timetable.until + 0.2, (tick) => {
      sung[tick] = song.sung;
    });
  return createTract(random).speak({ ...tracks, sung, ticks: TICKS }, rate, Math.round(seconds * rate));
}

/** Smooths a track in both directions, so that it has no delay. */
function glide(track: Float32Array, milliseconds: number): void {
  const share = 1 - Math.exp(-1 / milliseconds);
  for (let pass = 0, value = track[0] ?? 0; pass < 2; pass++) {
    for (let n = 0; n < track.length; n++) {
      const index = pass === 0 ? n : track.length - 1 - n;
      value += share * ((track[index] as number) - value);
      track[index] = value;
    }
  }
}
