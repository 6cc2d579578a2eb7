import { writeProblem } from '../../lib/write-problem.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { Row, RowSection, Rows } from '../../ui/rows.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUpdateProfile } from './api.ts';

/** The switch for notices by e-mail. Shown only if the installation sends mail. */
export function EmailNotices({ user }: { user: CurrentUser }) {
  const update = useUpdateProfile();
  const toast = useToast();
  const isChecked = update.isPending && update.variables ? update.variables.mailNotices === true : user.mailNotices;
  const change = (mailNotices: boolean) =>
    update.mutate(
      { mailNotices },
      {
        onSuccess: () =>
          toast({
            tone: 'ok',
            title: 'Profile Updated',
            text: mailNotices ? 'You will get notices by e-mail.' : 'You will get no more notices by e-mail.',
          }),
        onError: (error) =>
          toast({
            tone: 'bad',
            title: 'Error',
            ...writeProblem(error, {
              fallback: 'Failed to update profile. Please try again.',
              effect: 'your choice was saved',
            }),
          }),
      },
    );
  return (
    <RowSection title="E-mail notices">
      <Rows>
        <Row
          label="Payment problems"
          action={
            <Switch checked={isChecked} disabled={update.isPending} onChange={change}>
              Notices by e-mail
            </Switch>
          }
        >
          <p className="muted">
            We e-mail you when a payment does not go through. E-mails about your password are always sent.
          </p>
        </Row>
      </Rows>
    </RowSection>
  );
}
