import { useEffect, useRef, useState } from 'react';
import { writeProblem } from '../../lib/write-problem.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { Row, RowSection, Rows } from '../../ui/rows.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type ProfileChange, useUpdateProfile } from './api.ts';

/** The part of the profile's address that the last lines of an e-mail lead to. */
const HASH = '#e-mails';

/** A switch of an account. `mailNotices` is the former name of one. */
type SwitchName = Exclude<keyof ProfileChange & keyof CurrentUser & `mail${string}`, 'mailNotices'>;

interface Notice<Name extends SwitchName = SwitchName> {
  name: Name;
  label: string;
  /** Completes 'E-mails about …'. */
  about: string;
  text: string;
}

/** In the order of the screen. */
const notices: { readonly [Name in SwitchName]: Notice<Name> } = {
  mailPostProblems: {
    name: 'mailPostProblems',
    label: 'Post problems',
    about: 'posts',
    text: 'We e-mail you when a post does not go out, or when we cannot tell whether it did. At most one e-mail an hour.',
  },
  mailPaymentProblems: {
    name: 'mailPaymentProblems',
    label: 'Payment problems',
    about: 'payments',
    text: 'We e-mail you when a payment does not go through.',
  },
  mailConnectionEnds: {
    name: 'mailConnectionEnds',
    label: 'Expiring connections',
    about: 'connections',
    text: 'We e-mail you when a connected account needs to be connected again within a week.',
  },
};

/** A switch for each kind of e-mail that is not required. Shown only if the installation sends mail. */
export function EmailNotices({ user }: { user: CurrentUser }) {
  const section = useRef<HTMLElement>(null);
  // The account is loaded first, so the link of an e-mail is followed before this part exists.
  useEffect(() => {
    if (window.location.hash === HASH) section.current?.scrollIntoView();
  }, []);
  return (
    <RowSection title="E-mails" ref={section}>
      <Rows>
        {Object.values(notices).map((notice) => (
          <NoticeRow key={notice.name} notice={notice} isOn={user[notice.name]} />
        ))}
      </Rows>
      <p className="small muted">E-mails about your password are always sent.</p>
    </RowSection>
  );
}

function NoticeRow({ notice: { name, label, about, text }, isOn }: { notice: Notice; isOn: boolean }) {
  const update = useUpdateProfile();
  const toast = useToast();
  /** The choice made here, until the account has it. `update` changes only after the click, so the switch would show the old value first. */
  const [chosen, setChosen] = useState<boolean>();
  if (chosen === isOn) setChosen(undefined);
  const change = (next: boolean) => {
    // A disabled switch would lose the keyboard's focus.
    if (update.isPending) return;
    setChosen(next);
    update.mutate(
      { [name]: next },
      {
        onSuccess: () =>
          toast({
            tone: 'ok',
            title: 'Profile Updated',
            text: next ? `You will get e-mails about ${about}.` : `You will get no more e-mails about ${about}.`,
          }),
        onError: (error) => {
          setChosen(undefined);
          toast({
            tone: 'bad',
            title: 'Error',
            ...writeProblem(error, {
              fallback: 'Failed to update profile. Please try again.',
              effect: 'your choice was saved',
            }),
          });
        },
      },
    );
  };
  return (
    <Row
      label={label}
      action={
        <Switch checked={chosen ?? isOn} onChange={change}>
          E-mails<span className="visually-hidden"> about {about}</span>
        </Switch>
      }
    >
      <p className="muted">{text}</p>
    </Row>
  );
}
