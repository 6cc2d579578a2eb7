import { useState } from 'react';
import type { CurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/rows.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Deletes the account after a confirmation. */
export function DeleteAccountRow({ user }: { user: CurrentUser }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Row
      label="Delete account"
      action={
        <Button size="small" tone="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      }
    >
      <p className="muted">This permanently deletes your account, videos, planned posts and connections.</p>
      {deleting ? <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} /> : null}
    </Row>
  );
}
