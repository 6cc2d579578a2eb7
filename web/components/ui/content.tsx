import { type ReactNode, useState } from 'react';
import { formatWallDay } from '../../src/lib/format-date.ts';
import { Accordion } from '../../src/ui/accordion.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Card } from '../../src/ui/card.tsx';
import { Checks } from '../../src/ui/checks.tsx';
import { Field } from '../../src/ui/field.tsx';
import { LineChart } from '../../src/ui/line-chart.tsx';
import { MonthGrid } from '../../src/ui/month-grid.tsx';
import { Pip, type PipState, Pips } from '../../src/ui/pips.tsx';
import { Row, RowSection, Rows } from '../../src/ui/rows.tsx';
import { Ticks } from '../../src/ui/ticks.tsx';
import type { Example } from '../example.ts';

const nothing = () => {};
const pipStates: PipState[] = ['empty', 'planned', 'on', 'live', 'ok', 'warn', 'bad', 'unsure', 'brand'];
const chartWords = { slider: 'Day', table: 'All values', columns: ['Day', 'Visits'] as const };
const perDay = Array.from({ length: 14 }, (_, day) => ({ label: `${day + 1} Nov`, value: (day * 7) % 11 }));

function November() {
  const [month, setMonth] = useState({ year: 2026, month: 11 });
  return (
    <MonthGrid
      month={month}
      today="2026-11-12"
      onMonthChange={setMonth}
      onPick={nothing}
      nameOf={formatWallDay}
      renderDay={() => null}
    />
  );
}

const chart = (title: string, points: typeof perDay, emptyText: string | null = null) => (
  <LineChart
    title={title}
    points={points}
    tone="teal"
    format={String}
    summary="Visits of fourteen days"
    newest="today"
    emptyText={emptyText}
    words={chartWords}
  />
);

/** What holds text and numbers. */
export const content: readonly Example[] = [
  {
    file: 'ui/accordion.tsx',
    states: [
      [
        'the first one open',
        <Accordion
          key="one"
          items={[
            { question: 'Is there a free trial?', answer: 'Yes: the free plan.' },
            { question: 'Can I cancel anytime?', answer: 'Yes, on your profile page.' },
          ]}
        />,
      ],
    ],
  },
  {
    file: 'ui/card.tsx',
    states: [
      [
        'with a badge',
        <Card key="one" title="Regeneration" aside={<span className="badge ok">Ready</span>}>
          <p>Its content.</p>
        </Card>,
      ],
    ],
  },
  {
    file: 'ui/rows.tsx',
    isWide: true,
    states: [
      [
        'a section',
        <RowSection key="one" title="Signing in">
          <Rows>
            <Row label="Email">giulia@example.com</Row>
            <Row label="Password" action={<Button size="small">Change password</Button>}>
              <p className="muted">A new password signs you out on every other device.</p>
            </Row>
            <Row label="Last name">
              <span className="muted">Not set</span>
            </Row>
          </Rows>
        </RowSection>,
      ],
      [
        'a form in a row',
        <Rows key="form">
          <Row label="Name" wide>
            <form className="stack">
              <Field label="First name">{(ids) => <input {...ids} className="input" defaultValue="Giulia" />}</Field>
            </form>
          </Row>
        </Rows>,
      ],
    ],
  },
  {
    file: 'ui/checks.tsx',
    states: [['two lines', <Checks key="two" items={['8 videos a month', 'Priority support']} />]],
  },
  {
    file: 'ui/pips.tsx',
    states: [
      ...pipStates.map((state): [string, ReactNode] => [state, <Pip key={state} state={state} width={18} />]),
      ['usage', <Pips key="usage" states={['ok', 'ok', 'ok', 'empty', 'empty', 'empty']} />],
    ],
  },
  {
    file: 'ui/ticks.tsx',
    states: [
      [
        'none',
        <span key="0" style={{ width: '10rem' }}>
          <Ticks />
        </span>,
      ],
      [
        'five of eight',
        <span key="5" style={{ width: '10rem' }}>
          <Ticks on={5} />
        </span>,
      ],
      [
        'live',
        <span key="live" style={{ width: '10rem' }}>
          <Ticks brand on={3} />
        </span>,
      ],
      [
        'not known how far',
        <span key="run" style={{ width: '10rem' }}>
          <Ticks running />
        </span>,
      ],
    ],
  },
  { file: 'ui/month-grid.tsx', states: [['a month', <November key="one" />]] },
  {
    file: 'ui/line-chart.tsx',
    states: [
      ['with data', chart('Visits', perDay)],
      [
        'without data',
        chart(
          'Revenue',
          perDay.map((day) => ({ ...day, value: 0 })),
          'No payment yet',
        ),
      ],
    ],
  },
];
