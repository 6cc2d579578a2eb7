import { type ReactNode, useRef, useState } from 'react';
import { Avatar } from '../../src/ui/avatar.tsx';
import { Button, type Tone } from '../../src/ui/button.tsx';
import { Colours } from '../../src/ui/colours.tsx';
import { CopyAddress } from '../../src/ui/copy-address.tsx';
import { CopyButton } from '../../src/ui/copy-button.tsx';
import { EmailField } from '../../src/ui/email-field.tsx';
import { Field, FieldError } from '../../src/ui/field.tsx';
import { Fields } from '../../src/ui/fields.tsx';
import { Icon } from '../../src/ui/icon.tsx';
import { Menu } from '../../src/ui/menu.tsx';
import { PasswordInput } from '../../src/ui/password-input.tsx';
import { Segment } from '../../src/ui/segment.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { ThemeSwitch } from '../../src/ui/theme-switch.tsx';
import type { Example } from '../example.ts';

const nothing = () => {};
const buttonTones: Tone[] = ['plain', 'primary', 'ink', 'quiet', 'danger'];

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

/** Buttons, fields and what switches. */
export const controls: readonly Example[] = [
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
  {
    file: 'ui/copy-address.tsx',
    states: [
      [
        'at rest; a click copies',
        <CopyAddress key="one" address="https://reelwright.example" notAllowed="Select the address and copy it." />,
      ],
    ],
  },
  {
    file: 'ui/email-field.tsx',
    states: [
      ['at rest', <EmailField key="rest" value="" onChange={nothing} error={null} autoComplete="email" />],
      [
        'with an error',
        <EmailField
          key="error"
          value="giulia@"
          onChange={nothing}
          error="Please enter a valid e-mail address."
          autoComplete="email"
        />,
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
    file: 'ui/fields.tsx',
    states: [
      [
        'while a save runs',
        <form key="saving" className="stack">
          <Fields saving>
            <Field label="First name">{(ids) => <input {...ids} className="input" defaultValue="Giulia" />}</Field>
          </Fields>
          <div className="row">
            <Button type="submit" tone="ink" busy busyText="Saving...">
              Save
            </Button>
          </div>
        </form>,
      ],
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
  { file: 'ui/theme-switch.tsx', states: [['switches the whole page', <ThemeSwitch key="one" />]] },
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
];
