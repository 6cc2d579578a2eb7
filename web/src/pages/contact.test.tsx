import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { ContactPage } from './contact.tsx';

const options = 'GET /api/auth/options';
const contact = 'POST /api/contact';
const words = 'My song is used in one of your videos.';
type Answers = Parameters<typeof stubServer>[0];

function open(answers: Answers = {}, search = '') {
  const server = stubServer({
    'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.'),
    [options]: { body: { passwordReset: true, contactForm: true } },
    [contact]: { status: 202, body: { ok: true } },
    ...answers,
  });
  return { server, ...show(<ContactPage />, `/contact${search}`) };
}

async function write(user: ReturnType<typeof show>['user']) {
  await user.type(await screen.findByLabelText('Name'), 'Ada Byron');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Message'), words);
}
const press = (user: ReturnType<typeof show>['user']) =>
  user.click(screen.getByRole('button', { name: 'Send message' }));

describe('the contact page', () => {
  test('names the usual reply time, and offers the address as a link and to copy', async () => {
    const { user } = open();
    expect(screen.getByText('Typical reply within 24 hours on business days.')).toBeTruthy();
    const mail = screen.getByRole('link', { name: 'support@reelwright.example' });
    expect(mail.getAttribute('href')).toBe('mailto:support@reelwright.example');
    await user.click(screen.getByRole('button', { name: 'Copy address' }));
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('support@reelwright.example');
  });

  test('works on plain http, which has no randomUUID and no clipboard', async () => {
    const ofCrypto = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      const { server, user } = open();
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
      await user.click(screen.getByRole('button', { name: 'Copy address' }));
      expect(await screen.findByText('Your browser did not allow it. Select the address instead.')).toBeTruthy();
      await write(user);
      await press(user);
      await screen.findByText('Your message is on its way.');
      expect(server.bodiesOf(contact)).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    } finally {
      if (ofCrypto) Object.defineProperty(crypto, 'randomUUID', ofCrypto);
      else Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });

  test('offers only the address if the installation receives no messages', async () => {
    open({ [options]: { body: { passwordReset: false, contactForm: false } } });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Write to us' })).toBeNull());
    expect(screen.getByRole('link', { name: 'support@reelwright.example' })).toBeTruthy();
  });

  test('shows that the form loads, and a retry button if it did not load', async () => {
    const first = open({ [options]: pending });
    expect(screen.getByText('Loading the form...')).toBeTruthy();
    first.unmount();
    const { server, user } = open({ [options]: failure(503, 'UNAVAILABLE', 'No.') });
    await screen.findByText('The form did not load');
    server.answers[options] = { body: { passwordReset: true, contactForm: true } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Message')).toBeTruthy();
  });
});

describe('a message', () => {
  test('is sent, and the page explains what happens next', async () => {
    const { server, user } = open();
    await write(user);
    expect(screen.getByText(`${words.length} of 4000 characters`)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Topic'), 'Billing');
    await press(user);
    const title = await screen.findByRole('heading', { name: 'Your message is on its way.' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText('ada@example.com')).toBeTruthy();
    expect(server.bodiesOf(contact)).toEqual([
      { id: expect.any(String), name: 'Ada Byron', email: 'ada@example.com', topic: 'billing', message: words },
    ]);
    await user.click(screen.getByRole('button', { name: 'Write another message' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  });

  test('cannot be sent twice while the request is pending', async () => {
    const { server, user } = open({ [contact]: pending });
    await write(user);
    await press(user);
    const button = await screen.findByRole('button', { name: 'Sending...' });
    await user.click(button);
    await user.type(screen.getByLabelText('Email'), '{Enter}');
    expect(server.bodiesOf(contact)).toHaveLength(1);
  });

  test('cannot be changed while it is sent, and after a failure the focus is back in the field', async () => {
    const sending = Promise.withResolvers<{ status: number }>();
    const { user } = open({ [contact]: sending.promise });
    await write(user);
    await user.type(screen.getByLabelText('Email'), '{Enter}');
    const button = await screen.findByRole('button', { name: 'Sending...' });
    for (const label of ['Name', 'Email', 'Topic', 'Message'])
      expect(screen.getByLabelText(label).closest('[inert]')).not.toBeNull();
    expect(document.activeElement).toBe(button);
    sending.resolve({ status: 500 });
    expect(await screen.findByText('Your message was not sent.')).toBeTruthy();
    expect(screen.getByLabelText('Email').closest('[inert]')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  test('has the signed-in user’s name and address, which can be changed', async () => {
    const { server, user } = open({ 'GET /api/auth/user': { body: person('pro') } });
    const email = await screen.findByDisplayValue('giulia@example.com');
    expect(screen.getByDisplayValue('Giulia Ferri')).toBeTruthy();
    await user.clear(email);
    await user.type(email, 'work@example.com');
    await user.type(screen.getByLabelText('Message'), words);
    await press(user);
    await screen.findByText('Your message is on its way.');
    expect(server.bodiesOf(contact)).toEqual([
      expect.objectContaining({ name: 'Giulia Ferri', email: 'work@example.com' }),
    ]);
  });

  test('that is too short is not sent, and the first invalid field has the focus', async () => {
    const { server, user } = open();
    await user.type(await screen.findByLabelText('Message'), 'Hello');
    await press(user);
    expect(screen.getByText('Enter your name.')).toBeTruthy();
    expect(screen.getByText('Enter a valid e-mail address.')).toBeTruthy();
    expect(screen.getByText('Write at least 20 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(server.bodiesOf(contact)).toEqual([]);
  });

  test('survives a reload, and keeps its id until it is changed', async () => {
    const { server, user, unmount } = open({ [contact]: failure(500, 'INTERNAL', 'No.') });
    await write(user);
    await press(user);
    await screen.findByText('Your message was not sent.');
    unmount();
    const again = show(<ContactPage />, '/contact');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe(words);
    await press(again.user);
    await screen.findByText('Your message was not sent.');
    await again.user.type(screen.getByLabelText('Message'), '!');
    await press(again.user);
    await waitFor(() => expect(server.bodiesOf(contact)).toHaveLength(3));
    const ids = server.bodiesOf(contact).map((body) => (body as { id: string }).id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('over the rate limit shows how long to wait, and is kept', async () => {
    const { user } = open({
      [contact]: failure(429, 'TOO_MANY_MESSAGES', 'Too many messages. Please wait 42 minutes.'),
    });
    await write(user);
    await press(user);
    expect(await screen.findByText('Too many messages. Please wait 42 minutes.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(words);
  });

  test('is kept when there is no connection', async () => {
    const { user } = open();
    await write(user);
    globalThis.fetch = () => Promise.reject(new TypeError('offline'));
    await press(user);
    expect(await screen.findByText('You are offline.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(words);
  });

  test('is reported as possibly sent when no answer arrives, and can be sent again', async () => {
    const { user } = open({ [contact]: failure(504, 'SERVICE_TIMEOUT', 'A part of Reelwright took too long.') });
    await write(user);
    await press(user);
    expect(await screen.findByText('We do not know yet whether your message was sent.')).toBeTruthy();
    expect(screen.getByText('Send it again: it arrives only once.')).toBeTruthy();
    expect(screen.queryByText('Your message was not sent.')).toBeNull();
  });

  test('about a takedown promises a reply within 48 hours, and a link can preselect that topic', async () => {
    open({}, '?topic=takedown');
    expect((await screen.findByLabelText<HTMLSelectElement>('Topic')).value).toBe('takedown');
    expect(screen.getByText(/We reply to takedown requests within 48 hours/)).toBeTruthy();
  });
});
