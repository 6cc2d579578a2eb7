import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { show } from '../../test/browser.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

test('the safe button has the focus, so that Enter destroys nothing', async () => {
  const done: string[] = [];
  const { user } = show(
    <ConfirmDialog
      title="Revoke the key?"
      text="It stops working."
      action="Revoke"
      safe="Keep it"
      onConfirm={() => done.push('revoked')}
      onClose={() => done.push('kept')}
    />,
  );
  expect(document.activeElement?.textContent).toBe('Keep it');
  await user.keyboard('{Enter}');
  expect(done).toEqual(['kept']);
  expect(screen.getByRole('alertdialog', { name: 'Revoke the key?' })).toBeTruthy();
});

test('a busy button keeps the focus, and cannot be pressed again', async () => {
  const done: string[] = [];
  const props = { title: 'Revoke?', text: '', action: 'Revoke', onClose: () => {} };
  const { user } = show(<ConfirmDialog {...props} busy onConfirm={() => done.push('again')} />);
  const button = screen.getByRole('button', { name: 'Revoke' });
  button.focus();
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(done).toEqual([]);
});
