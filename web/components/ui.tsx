import { platforms } from '@reelwright/product';
import { type ReactNode, useRef, useState } from 'react';
import { formatWallDay } from '../src/lib/format-date.ts';
import { Accordion } from '../src/ui/accordion.tsx';
import { Avatar } from '../src/ui/avatar.tsx';
import { BrandIcon, type BrandName } from '../src/ui/brand-icon.tsx';
import { Button, type Tone } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { Checks } from '../src/ui/checks.tsx';
import { Colours } from '../src/ui/colours.tsx';
import { ConfirmDialog } from '../src/ui/confirm-dialog.tsx';
import { CopyButton } from '../src/ui/copy-button.tsx';
import { Dialog } from '../src/ui/dialog.tsx';
import { Empty } from '../src/ui/empty.tsx';
import { Field, FieldError } from '../src/ui/field.tsx';
import { Icon, type IconName, Logo, PlayIcon } from '../src/ui/icon.tsx';
import { LineChart } from '../src/ui/line-chart.tsx';
import { LoadError } from '../src/ui/load-error.tsx';
import { Menu } from '../src/ui/menu.tsx';
import { MonthGrid } from '../src/ui/month-grid.tsx';
import { Note } from '../src/ui/note.tsx';
import { PasswordInput } from '../src/ui/password-input.tsx';
import { Pip, type PipState, Pips } from '../src/ui/pips.tsx';
import { Reel, ReelFace, reelClass, reelTone, Stamp, Thumb } from '../src/ui/reel.tsx';
import { ReelPlayer } from '../src/ui/reel-player.tsx';
import { Row, RowSection, Rows } from '../src/ui/rows.tsx';
import { Segment } from '../src/ui/segment.tsx';
import { Loading, LoadingWords, Skeleton } from '../src/ui/skeleton.tsx';
import { Switch } from '../src/ui/switch.tsx';
import { ThemeSwitch } from '../src/ui/theme-switch.tsx';
import { Ticks } from '../src/ui/ticks.tsx';
import { Toast, useToast } from '../src/ui/toast.tsx';
import type { Example } from './example.ts';

const nothing = () => {};
const poster = '/reels/v1.webp';
const clip = '/reels/v1.mp4';

const buttonTones: Tone[] = ['plain', 'primary', 'ink', 'quiet', 'danger'];
const pipStates: PipState[] = ['empty', 'planned', 'on', 'live', 'ok', 'warn', 'bad', 'unsure', 'brand'];
const reelStates = ['dim', 'failed', 'loading', 'playing', 'chosen'] as const;
const brands: BrandName[] = [...platforms, 'drive', 'google'];

// A record, so that a new icon does not compile without its example.
const icons: Record<IconName, true> = {
  sun: true,
  home: true,
  again: true,
  folder: true,
  check: true,
  plus: true,
  cross: true,
  left: true,
  right: true,
  bin: true,
  out: true,
  alert: true,
  clock: true,
  pause: true,
  question: true,
  eye: true,
  sound: true,
  muted: true,
  leave: true,
  person: true,
  copy: true,
  download: true,
  share: true,
  chart: true,
};

/** A button that shows what opens above the page. */
function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </span>
  );
}

function Switched({ children }: { children: ReactNode }) {
  const [isOn, setIsOn] = useState(true);
  return (
    <Switch checked={isOn} onChange={setIsOn}>
      {children}
    </Switch>
  );
}

function Billing() {
  const [billing, setBilling] = useState<'monthly' | 'annual'>('monthly');
  return (
    <Segment
      label="Billing period"
      value={billing}
      onChange={setBilling}
      options={[
        { value: 'monthly', content: 'Monthly' },
        { value: 'annual', content: 'Annual' },
      ]}
    />
  );
}

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

function Copied() {
  const text = useRef<HTMLElement>(null);
  return (
    <span className="row">
      <code ref={text}>rw_ab12</code>
      <CopyButton
        what="the key"
        text={() => 'rw_ab12'}
        select={() => window.getSelection()?.selectAllChildren(text.current ?? document.body)}
      />
    </span>
  );
}

function ToastButton() {
  const toast = useToast();
  return <Button onClick={() => toast({ tone: 'ok', title: 'Configuration Saved!' })}>Show</Button>;
}

const chartWords = { slider: 'Day', table: 'All values', columns: ['Day', 'Visits'] as const };
const perDay = Array.from({ length: 14 }, (_, day) => ({ label: `${day + 1} Nov`, value: (day * 7) % 11 }));
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

/** Every component of src/ui; a test names a missing one. */
export const ui: readonly Example[] = [
  {
    file: 'ui/button.tsx',
    states: [
      ...buttonTones.map((tone): [string, ReactNode] => [
        tone,
        <span key={tone} className="row">
          <Button tone={tone}>Open Drive</Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
          <Button tone={tone} busy busyText="Creating...">
            Open Drive
          </Button>
        </span>,
      ]),
      [
        'small, large, square',
        <span key="sizes" className="row">
          <Button size="small">Small</Button>
          <Button size="large">Large</Button>
          <Button square aria-label="Next month">
            <Icon name="right" />
          </Button>
        </span>,
      ],
    ],
  },
  {
    file: 'ui/field.tsx',
    states: [
      [
        'at rest',
        <Field key="rest" label="Email">
          {(ids) => <input {...ids} className="input" placeholder="you@example.com" />}
        </Field>,
      ],
      [
        'with a hint',
        <Field key="hint" label="Title" hint="At most 100 characters.">
          {(ids) => <input {...ids} className="input" defaultValue="Slow mornings" />}
        </Field>,
      ],
      [
        'with an error',
        <Field key="error" label="Email" error="Please enter a valid e-mail address.">
          {(ids) => <input {...ids} className="input" defaultValue="giulia@" />}
        </Field>,
      ],
      [
        'several lines',
        <Field key="lines" label="Notes">
          {(ids) => (
            <textarea {...ids} className="input short" placeholder="Enter any additional notes or instructions..." />
          )}
        </Field>,
      ],
      [
        'choice',
        <Field key="choice" label="Time">
          {(ids) => (
            <select {...ids} className="input" defaultValue="09:00">
              <option>09:00</option>
              <option>10:00</option>
            </select>
          )}
        </Field>,
      ],
      ['an error of no field', <FieldError key="alone">The server did not answer.</FieldError>],
    ],
  },
  {
    file: 'ui/password-input.tsx',
    states: [
      ['hidden; the button shows it', <PasswordInput key="one" aria-label="Password" defaultValue="a long password" />],
    ],
  },
  {
    file: 'ui/switch.tsx',
    states: [
      ['on', <Switched key="on">Audio Enabled</Switched>],
      [
        'off',
        <Switch key="off" checked={false} onChange={nothing}>
          Audio Disabled
        </Switch>,
      ],
      [
        'disabled',
        <Switch key="no" checked disabled onChange={nothing}>
          Notices
        </Switch>,
      ],
    ],
  },
  { file: 'ui/segment.tsx', states: [['two options', <Billing key="one" />]] },
  {
    file: 'ui/note.tsx',
    states: (['plain', 'ok', 'warn', 'bad'] as const).map((tone) => [
      tone,
      <Note
        key={tone}
        tone={tone}
        title="YouTube took the video but has not shown it yet."
        actions={
          <Button size="small" tone="ink">
            Check now
          </Button>
        }
      >
        We look again in ten minutes. Nothing is posted twice.
      </Note>,
    ]),
  },
  {
    file: 'ui/load-error.tsx',
    states: [
      [
        'failed',
        <LoadError
          key="no"
          title="Your videos did not load"
          text="Your planned posts still go out."
          onRetry={nothing}
        />,
      ],
      [
        'trying again',
        <LoadError
          key="busy"
          title="Your videos did not load"
          text="Your planned posts still go out."
          onRetry={nothing}
          busy
        />,
      ],
    ],
  },
  {
    file: 'ui/empty.tsx',
    states: [
      [
        'with an action',
        <Empty key="one" text="You have no videos yet.">
          <Button tone="primary">Make a video</Button>
        </Empty>,
      ],
    ],
  },
  {
    file: 'ui/skeleton.tsx',
    states: [
      [
        'loading',
        <Loading key="one" text="Loading your videos..." hasWords>
          <LoadingWords text="Loading your videos..." />
          <span className="stack">
            <Skeleton width="12rem" height="1.75rem" />
            <Skeleton width="18rem" />
          </span>
        </Loading>,
      ],
    ],
  },
  {
    file: 'ui/toast.tsx',
    states: [
      [
        'done',
        <Toast
          key="ok"
          message={{ tone: 'ok', title: 'Payment Completed!', text: 'Your Pro plan has been activated successfully.' }}
          onClose={nothing}
        />,
      ],
      [
        'failed',
        <Toast
          key="bad"
          message={{
            tone: 'bad',
            title: 'Error',
            text: 'Unable to save configuration. Please try again.',
            reason: 'The server did not answer.',
          }}
          onClose={nothing}
        />,
      ],
      ['neutral', <Toast key="plain" message={{ title: 'File saved' }} onClose={nothing} />],
      ['on the page, for five seconds', <ToastButton key="page" />],
    ],
  },
  {
    file: 'ui/dialog.tsx',
    states: [
      [
        'dialog',
        <Opened key="one">
          {(close) => (
            <Dialog title="Schedule Video" onClose={close}>
              <p>Its content.</p>
              <div className="dialog-actions">
                <Button onClick={close}>Cancel</Button>
                <Button tone="primary" onClick={close}>
                  Add Video
                </Button>
              </div>
            </Dialog>
          )}
        </Opened>,
      ],
      [
        'wide',
        <Opened key="wide">
          {(close) => (
            <Dialog wide title="Upgrade Your Plan" onClose={close}>
              <p>Its content.</p>
            </Dialog>
          )}
        </Opened>,
      ],
      [
        'not closed by a click outside',
        <Opened key="keep">
          {(close) => (
            <Dialog keepOpen title="API Key Generated" onClose={close}>
              <p>You will not see it again.</p>
              <div className="dialog-actions">
                <Button tone="ink" onClick={close}>
                  Done
                </Button>
              </div>
            </Dialog>
          )}
        </Opened>,
      ],
    ],
  },
  {
    file: 'ui/confirm-dialog.tsx',
    states: [
      [
        'a question',
        <Opened key="one">
          {(close) => (
            <ConfirmDialog
              title="Cancel Subscription"
              text="Are you sure?"
              more={['Your plan ends on December 2, 2026.']}
              action="Cancel Subscription"
              safe="Keep Pro"
              onConfirm={close}
              onClose={close}
            />
          )}
        </Opened>,
      ],
      [
        'being done',
        <Opened key="busy">
          {(close) => (
            <ConfirmDialog
              busy
              title="Cancel Subscription"
              text="Are you sure?"
              action="Cancel Subscription"
              onConfirm={close}
              onClose={close}
            />
          )}
        </Opened>,
      ],
    ],
  },
  {
    file: 'ui/menu.tsx',
    states: [
      [
        'closed; a click opens it',
        <Menu key="one" label="Account" button={<Avatar photo={null} name="Giulia" />}>
          <button type="button" role="menuitem">
            Profile
          </button>
          <button type="button" role="menuitem">
            Sign Out
          </button>
        </Menu>,
      ],
    ],
  },
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
  {
    file: 'ui/reel.tsx',
    states: [
      ['at rest', <Reel key="rest" tone="v1" poster={poster} name="Glass Squish" ticks={0} />],
      ...reelStates.map((state): [string, ReactNode] => [
        state,
        <Reel
          key={state}
          tone="v1"
          poster={state === 'loading' ? null : poster}
          state={state}
          ticks={state === 'loading' ? null : 3}
          name={state === 'loading' ? null : 'Glass Squish'}
          topLeft={state === 'failed' ? <Stamp>Failed</Stamp> : null}
        />,
      ]),
      ['no picture', <Reel key="missing" tone="v6" name="Animated Speech" />],
      [
        'of the fan',
        <figure key="fan" className={reelClass(undefined)} style={reelTone('v3')}>
          <ReelFace tone="v3" poster="/reels/v3.webp" name="Earth Zoom" topRight={<Stamp paper>Posted 18:00</Stamp>} />
        </figure>,
      ],
      [
        'thumbs',
        <span key="thumb" className="row">
          <Thumb tone="v1" poster={poster} />
          <Thumb tone="v2" poster="/none.webp" />
        </span>,
      ],
      [
        'stamps',
        <span key="stamp" className="row">
          <Stamp>0:05</Stamp>
          <Stamp paper>Posted 18:00</Stamp>
        </span>,
      ],
    ],
  },
  {
    file: 'ui/reel-player.tsx',
    states: [
      [
        'a click plays it',
        <ReelPlayer key="one" tone="v1" poster={poster} clip={clip} label="Glass Squish" name="Glass Squish" />,
      ],
      [
        'plays silently by itself',
        <ReelPlayer
          key="auto"
          playsAtRest
          tone="v3"
          poster="/reels/v3.webp"
          clip="/reels/v3.mp4"
          label="Earth Zoom"
          name="Earth Zoom"
        />,
      ],
    ],
  },
  {
    file: 'ui/avatar.tsx',
    states: [
      ['initial', <Avatar key="initial" photo={null} name="Giulia" />],
      ['large', <Avatar key="large" large photo={null} name="Giulia" />],
      ['photo', <Avatar key="photo" large photo={poster} name="Giulia" />],
    ],
  },
  {
    file: 'ui/icon.tsx',
    states: [
      ...Object.keys(icons).map((name): [string, ReactNode] => [name, <Icon key={name} name={name as IconName} />]),
      ['play', <PlayIcon key="play" />],
      ['logo', <Logo key="logo" />],
    ],
  },
  { file: 'ui/brand-icon.tsx', states: brands.map((name) => [name, <BrandIcon key={name} name={name} />]) },
  {
    file: 'ui/checks.tsx',
    states: [['two lines', <Checks key="two" items={['8 videos a month', 'Priority support']} />]],
  },
  {
    file: 'ui/colours.tsx',
    states: [
      ['none yet', <Colours key="none" label="Palette" colours={[]} most={3} onChange={nothing} />],
      [
        'two of three',
        <Colours key="two" label="Palette" colours={['#e07a5f', '#0a7f80']} most={3} onChange={nothing} />,
      ],
      ['full', <Colours key="full" label="Palette" colours={['#e07a5f', '#0a7f80']} most={2} onChange={nothing} />],
    ],
  },
  { file: 'ui/copy-button.tsx', states: [['at rest; a click copies', <Copied key="one" />]] },
  { file: 'ui/theme-switch.tsx', states: [['switches the whole page', <ThemeSwitch key="one" />]] },
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
