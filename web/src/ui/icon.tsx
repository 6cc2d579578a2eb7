import { classNames } from './class-names.ts';

/** Line drawings on a 24 px grid. */
const lines = {
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2.5v2.6M12 18.9v2.6M2.5 12h2.6M18.9 12h2.6M5.3 5.3l1.8 1.8M16.9 16.9l1.8 1.8M5.3 18.7l1.8-1.8M16.9 7.1l1.8-1.8',
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h4.5v-5h3v5H18V10',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v4.9h-4.9',
  folder: 'M3.5 6.5h6l2 2.5h9v9.5h-17z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  cross: 'm6 6 12 12M18 6 6 18',
  left: 'm14.5 6-6 6 6 6',
  right: 'm9.5 6 6 6-6 6',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7',
  out: 'M9 5H5v14h14v-4M13 4.5h6.5V11M19 5l-8.5 8.5',
  alert: 'M12 8v5.2M12 16.6v.1M12 3.5 21.5 20h-19z',
  chart: 'M4.5 4v15.5H20M9 16v-4M13 16V7.5M17 16v-6',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M12 7v5.2l3.4 2',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.1.7-1.7 1.4-1.7 2.6M12 18.4v.1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.6 7.6 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  leave: 'M10 5H5v14h5M14 8l4 4-4 4M18 12H9.5',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4.5 20c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  copy: 'M9 8.5h10.5V20H9zM5 15.5h-.5V4H15v.5',
  download: 'M12 4v11.5M7 11l5 5 5-5M4.5 20h15',
  share:
    'M7 12l10-6M7 12l10 6M7 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4M17 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4M17 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
} as const;

export type IconName = keyof typeof lines;

/** An icon beside text; it has no accessible name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={classNames('icon', className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}

export function PlayIcon() {
  return (
    <svg className="icon filled" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 5.5v13l11-6.5z" />
    </svg>
  );
}

export function Logo() {
  return (
    <svg className="logo-mark" viewBox="0 0 25 29" aria-hidden="true">
      <rect x="9" y="4.5" width="13.5" height="22" rx="3.2" className="logo-back" transform="rotate(9 15.5 15.5)" />
      <rect x="2" y="3" width="14.5" height="23.5" rx="3.4" className="logo-front" transform="rotate(-7 9 15)" />
      <path d="m6.9 10.6 5.8 3.3-5.2 4.2z" className="logo-play" />
    </svg>
  );
}
