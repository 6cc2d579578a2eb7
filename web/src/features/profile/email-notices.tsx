import type { CurrentUser } from '../../session/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUpdateProfile } from './api.ts';

/** The switch for notices by e-mail. Shown only where mail is sent at all. */
export function EmailNotices({ user }: { user: CurrentUser }) {
  const update = useUpdateProfile();
  const toast = useToast();
  const wanted = update.isPending && update.variables ? update.variables.mailNotices === true : user.mailNotices;
  const change = (mailNotices: boolean) =>
    update.mutate(
      { mailNotices },
      {
        onSuccess: () =>
          toast({
            tone: 'ok',
            title: 'Profile Updated',
            text: mailNotices ? 'Notices come by e-mail.' : 'No more notices by e-mail.',
          }),
        onError: () => toast({ tone: 'bad', title: 'Error', text: 'Failed to update profile. Please try again.' }),
      },
    );
  return (
    <Card title="E-mail notices">
      <Switch checked={wanted} disabled={update.isPending} onChange={change}>
        Notices by e-mail
      </Switch>
      <p className="small muted">
        A payment that did not go through. Mail about your password always comes; what became of your posts stands on
        your dashboard.
      </p>
    </Card>
  );
}
