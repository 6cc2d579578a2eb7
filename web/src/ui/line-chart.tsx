import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

interface Props {
  title: string;
  /** Oldest first; at least two. */
  points: readonly ChartPoint[];
  tone: 'ink' | 'amber' | 'teal' | 'violet';
  format: (value: number) => string;
  /** The chart in one sentence, for screen readers. */
  summary: string;
  /** The label of the newest point: "today". */
  newest: string;
  /** Shown instead of a line that has no data. */
  emptyText?: string | null;
  /** Shown between the heading and the line. */
  note?: ReactNode;
  words: {
    /** The accessible name of the slider along the line. */
    slider: string;
    /** The label of the button that opens the table of all values. */
    table: string;
    /** The headings of the table's two columns. */
    columns: readonly [string, string];
  };
}

// The distance of the highest value from the top, in percent, so that its mark is not cut off.
const HEADROOM = 10;

/**
 * A chart of one line. It shows one value: the newest, or the one under the pointer or selected by arrow keys. A table
 * below has all values.
 */
export function LineChart({ title, points, tone, format, summary, newest, emptyText, note, words }: Props) {
  const heading = useId();
  const last = points.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? last, last);
  const point = points[index] ?? { label: '', value: 0 };
  const shownLabel = index === last ? newest : point.label;

  const highest = Math.max(...points.map(({ value }) => value), 0);
  const x = (at: number) => (at / last) * 100;
  const y = (value: number) => (highest === 0 ? 100 : 100 - (value / highest) * (100 - HEADROOM));
  const path = points.map(({ value }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(2)} ${y(value).toFixed(2)}`);

  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * last));
  };
  return (
    <section className={classNames('panel chart', `is-${tone}`)} aria-labelledby={heading}>
      <div className="chart-head">
        <h2 id={heading}>{title}</h2>
        <p className="number">
          <span className="muted">{shownLabel}</span> <b>{format(point.value)}</b>
        </p>
      </div>
      {note}
      <div className="chart-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary}>
          <path d={path.join('')} vectorEffect="non-scaling-stroke" />
        </svg>
        {emptyText ? <p className="muted">{emptyText}</p> : null}
        <i
          className={index === last ? 'newest' : undefined}
          style={{ left: `${x(index)}%`, top: `${y(point.value)}%` }}
        />
        <input
          type="range"
          min={0}
          max={last}
          value={index}
          aria-label={words.slider}
          aria-valuetext={`${shownLabel}: ${format(point.value)}`}
          onChange={(event) => setChosen(Number(event.target.value))}
          onPointerMove={follow}
          onPointerLeave={(event) => (event.pointerType === 'mouse' ? setChosen(null) : undefined)}
          onBlur={() => setChosen(null)}
        />
      </div>
      <div className="chart-axis number" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points[last]?.label}</span>
      </div>
      <details className="chart-values">
        <summary>{words.table}</summary>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of rows, not of form fields */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div role="group" aria-labelledby={heading} tabIndex={0}>
          <table className="count-table">
            <thead>
              <tr>
                <th scope="col">{words.columns[0]}</th>
                <th scope="col">{words.columns[1]}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
