import { type ReactNode, useState } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { nameProblem } from '../../lib/person-name.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Row, RowSection, Rows } from '../../ui/rows.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { useUpdateProfile } from './api.ts';
import { PhotoRow } from './photo-row.tsx';

const failureText = 'Failed to update profile. Please try again.';

/** Photo and names, which can be edited, and the e-mail address and the joining date, which cannot. */
export function PersonalInformation({ user }: { user: CurrentUser }) {
  // Null until the form was opened once; closing it then returns the focus to its button.
  const [editing, setEditing] = useState<boolean | null>(null);
  const edit = (
    <Button size="small" autoFocus={editing === false} onClick={() => setEditing(true)}>
      Edit
    </Button>
  );
  return (
    <RowSection title="Personal information">
      <Rows>
        <PhotoRow user={user} />
        {editing ? (
          <Row label="Name" wide>
            <NamesForm user={user} onDone={() => setEditing(false)} />
          </Row>
        ) : (
          <>
            <Fact name="First name" value={user.firstName} action={edit} />
            <Fact name="Last name" value={user.lastName} />
          </>
        )}
        <Fact name="Email" value={user.email} />
        <Fact name="Member Since" value={user.createdAt ? formatDate(user.createdAt) : null} />
      </Rows>
    </RowSection>
  );
}

function Fact({ name, value, action }: { name: string; value: string | null; action?: ReactNode }) {
  return (
    <Row label={name} action={action}>
      <span className={value ? undefined : 'muted'}>{value || 'Not set'}</span>
    </Row>
  );
}

function NamesForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const [firstName, setFirstName] = useState(user.firstName ?? '');
  const [lastName, setLastName] = useState(user.lastName ?? '');
  const update = useUpdateProfile();
  const toast = useToast();
  const firstError = useFocusFirstError();
  const problems = { first: nameProblem(firstName), last: nameProblem(lastName) };
  const [tried, setTried] = useState(false);
  const save = () => {
    setTried(true);
    if (problems.first || problems.last) return firstError.focusFirstError();
    update.mutate(
      { firstName: firstName.trim(), lastName: lastName.trim() },
      {
        onSuccess: () => {
          toast({ tone: 'ok', title: 'Profile Updated' });
          onDone();
        },
        onError: (error) =>
          toast({
            tone: 'bad',
            title: 'Error',
            ...writeProblem(error, { fallback: failureText, effect: 'your name was changed' }),
          }),
      },
    );
  };
  return (
    <form
      ref={firstError.form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Fields saving={update.isPending}>
        <div className="two-columns">
          <Field label="First name" error={tried && problems.first}>
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                name="firstName"
                autoComplete="given-name"
                // biome-ignore lint/a11y/noAutofocus: the user pressed Edit to type here
                autoFocus
                dir="auto"
                value={firstName}
                onChange={(event) => setFirstName(event.target.value)}
              />
            )}
          </Field>
          <Field label="Last name" error={tried && problems.last}>
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                name="lastName"
                autoComplete="family-name"
                dir="auto"
                value={lastName}
                onChange={(event) => setLastName(event.target.value)}
              />
            )}
          </Field>
        </div>
      </Fields>
      <p className="hint">The e-mail address cannot be changed.</p>
      <div className="row">
        <Button type="submit" tone="ink" busy={update.isPending} busyText="Saving...">
          Save
        </Button>
        <Button tone="quiet" disabled={update.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
