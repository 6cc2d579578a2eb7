import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../../test/browser.tsx';
import { removePersonalData } from '../../lib/browser-storage.ts';
import { AskButton } from './ask-button.tsx';
import { readConversation, startOver } from './conversation.ts';

const chat = 'POST /api/chat';
const warning = 'You exceeded the characters limit. Please input less than 200 characters.';
const replying = (reply: string, suggestions: string[] = []) => ({ body: { reply, sessionId: 'x', suggestions } });

beforeEach(() => {
  localStorage.clear();
  act(() => startOver());
});

async function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer(answers);
  const view = show(<AskButton />);
  const opener = screen.getByRole('button', { name: 'Ask a question' });
  await view.user.click(opener);
  const panel = await screen.findByRole('dialog', { name: 'Assistant' });
  const input = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
  const log = within(panel).getByRole('log');
  const send = within(panel).getByRole<HTMLButtonElement>('button', { name: 'Send' });
  return { server, panel, input, log, send, opener, ...view };
}

describe('the assistant', () => {
  test('opens with a greeting and three suggested questions, with the focus in the input', async () => {
    const { server, log, input, send, user } = await open({ [chat]: replying('Yes. The free plan.') });
    expect(document.activeElement).toBe(input);
    expect(log.getAttribute('aria-live')).toBe('polite');
    expect(within(log).getByText('Hi! Ask me anything about Reelwright.')).toBeTruthy();
    expect(within(log).getAllByRole('button')).toHaveLength(3);
    expect(send.disabled).toBe(true);
    await user.click(within(log).getByRole('button', { name: 'Is there a free trial?' }));
    expect(await within(log).findByText('Yes. The free plan.')).toBeTruthy();
    expect(server.bodiesOf(chat)).toEqual([
      { message: 'Is there a free trial?', sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });

  test('sends with Enter, starts a new line with Shift and Enter, and sends no blank message', async () => {
    const { server, input, log, user } = await open({ [chat]: replying('Two lines!') });
    await user.type(input, '   {Enter}');
    expect(server.calls).toEqual([]);
    await user.clear(input);
    await user.type(input, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(await within(log).findByText('Two lines!')).toBeTruthy();
    expect(server.bodiesOf(chat)).toMatchObject([{ message: 'One\ntwo' }]);
    expect(input.value).toBe('');
    expect(document.activeElement).toBe(input);
  });

  test('shows that an answer is coming, and sends no further message until it is there', async () => {
    const { server, input, log, send, user } = await open({ [chat]: pending });
    await user.type(input, 'How long does it take?{Enter}');
    expect(await within(log).findByText('Assistant is typing…')).toBeTruthy();
    await user.type(input, 'Hello?{Enter}');
    expect(send.disabled).toBe(true);
    expect(server.bodiesOf(chat)).toHaveLength(1);
    expect(input.value).toBe('Hello?');
  });

  test('accepts 200 characters, and warns of more without cutting them', async () => {
    const { server, input, panel, send, user } = await open({ [chat]: replying('Long.') });
    await user.click(input);
    await user.paste(`${'a'.repeat(199)}👩‍👩‍👧`);
    expect(within(panel).getByText('200/200')).toBeTruthy();
    expect([send.disabled, within(panel).queryByText(warning)]).toEqual([false, null]);
    await user.paste('b');
    expect(within(panel).getByText('201/200')).toBeTruthy();
    expect(within(panel).getByRole('alert').textContent).toBe(warning);
    expect([send.disabled, input.getAttribute('aria-invalid')]).toEqual([true, 'true']);
    await user.keyboard('{Enter}');
    expect(server.calls).toEqual([]);
    expect(input.value).toHaveLength(199 + '👩‍👩‍👧'.length + 1);
  });

  test('closes with Escape, returns the focus and keeps the conversation', async () => {
    const { input, log, user } = await open({ [chat]: replying('Veo3.') });
    await user.type(input, 'Which model?{Enter}');
    await within(log).findByText('Veo3.');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const opener = screen.getByRole('button', { name: 'Ask a question' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Veo3.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close the assistant' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask a question' })));
  });

  test('keeps the message when it fails, points to support, and can retry', async () => {
    const { server, input, log, user } = await open({ [chat]: failure(503, 'CHAT_UNAVAILABLE', 'No answer.') });
    await user.type(input, 'Is it free?{Enter}');
    expect(await within(log).findByText('The assistant did not answer.')).toBeTruthy();
    expect(within(log).getByText('Is it free?')).toBeTruthy();
    expect(within(log).getByText(/Please contact support at/)).toBeTruthy();
    expect(within(log).getByRole('link').getAttribute('href')).toBe('mailto:support@reelwright.example');
    server.answers[chat] = replying('Yes, it is.');
    await user.click(within(log).getByRole('button', { name: 'Try again' }));
    expect(await within(log).findByText('Yes, it is.')).toBeTruthy();
    expect(within(log).getAllByText('Is it free?')).toHaveLength(1);
    expect(within(log).queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(server.bodiesOf(chat)).toHaveLength(2);
  });

  test('shows the failure, the draft and the retry button when it was closed during a request', async () => {
    let answer: (reply: ReturnType<typeof failure>) => void = () => {};
    const { server, input, user, opener } = await open({
      [chat]: () => new Promise((resolve) => (answer = resolve as never)) as never,
    });
    await user.type(input, 'Is it free?{Enter}');
    await user.type(input, 'Half a question');
    await user.keyboard('{Escape}');
    await user.click(opener);
    await user.keyboard('{Enter}');
    expect(server.bodiesOf(chat)).toHaveLength(1);
    await user.keyboard('{Escape}');
    await act(async () => answer(failure(503, 'CHAT_UNAVAILABLE', 'No answer.')));
    await user.click(opener);
    const log = screen.getByRole('log');
    expect(await within(log).findByText('The assistant did not answer.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Half a question');
    server.answers[chat] = replying('Yes, it is.');
    await user.click(within(log).getByRole('button', { name: 'Try again' }));
    expect(await within(log).findByText('Yes, it is.')).toBeTruthy();
  });

  test('closes and drops its draft when the user signs out', async () => {
    const { input, user, opener } = await open();
    await user.type(input, 'Half a question');
    act(() => removePersonalData());
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(opener);
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('');
  });

  test('says to wait after too many messages', async () => {
    const text = 'That was a lot of messages. Please wait a minute.';
    const { input, log, user } = await open({ [chat]: failure(429, 'TOO_MANY_MESSAGES', text) });
    await user.type(input, 'Hi{Enter}');
    expect(await within(log).findByText(text)).toBeTruthy();
  });

  test('gives up after a timeout without an answer', async () => {
    const { input, log, user } = await open({ [chat]: pending });
    const wait = globalThis.setTimeout;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, ms?: number) => wait(run, ms === 20_000 ? 0 : ms)) as never);
    await user.type(input, 'Hi{Enter}');
    expect(await within(log).findByText('The assistant did not answer.')).toBeTruthy();
  });

  test('suggests questions that may be meant', async () => {
    const { server, input, log, user } = await open({
      [chat]: replying('I don’t know that one.', ['Is my data secure?']),
    });
    await user.type(input, 'Delete me{Enter}');
    server.answers[chat] = replying('Yes. OAuth 2.0.');
    await user.click(await within(log).findByRole('button', { name: 'Is my data secure?' }));
    expect(await within(log).findByText('Yes. OAuth 2.0.')).toBeTruthy();
    expect(server.bodiesOf(chat)).toMatchObject([{ message: 'Delete me' }, { message: 'Is my data secure?' }]);
  });

  test('shows answers as plain text, with links only to https and e-mail addresses', async () => {
    const text =
      '<img src=x onerror=alert(1)> See https://reelwright.example/a?b=1. Or write to help@reelwright.example, not javascript:alert(1) or http://plain.example';
    const { input, log, user } = await open({ [chat]: replying(text) });
    await user.type(input, 'Hi{Enter}');
    const links = await within(log).findAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://reelwright.example/a?b=1',
      'mailto:help@reelwright.example',
    ]);
    expect(links[0]?.rel).toBe('noopener noreferrer');
    expect(log.querySelector('img')).toBeNull();
    expect(log.textContent).toContain('<img src=x onerror=alert(1)>');
  });
});

describe('the conversation', () => {
  const storedLines = () => JSON.parse(localStorage.getItem('reelwright.chat') ?? '{}').lines;

  test('keeps its id and its last 30 lines', async () => {
    const { server, input, log, user } = await open({ [chat]: replying('Hello!') });
    for (let message = 1; message <= 17; message += 1) {
      await user.click(input);
      await user.paste(`Message ${message}`);
      await user.keyboard('{Enter}');
      await waitFor(() => expect(server.bodiesOf(chat)).toHaveLength(message));
      await waitFor(() => expect(within(log).queryByText('Assistant is typing…')).toBeNull());
    }
    expect(storedLines()).toHaveLength(30);
    expect(storedLines()[0].text).toBe('Message 3');
    expect(new Set(server.bodiesOf(chat).map((body) => (body as { sessionId: string }).sessionId)).size).toBe(1);
  });

  test('starts over with a new id and no lines', async () => {
    const { server, input, log, panel, user } = await open({ [chat]: replying('Hello!') });
    const before = readConversation().sessionId;
    await user.type(input, 'Hi{Enter}');
    await within(log).findByText('Hello!');
    await user.click(within(panel).getByRole('button', { name: 'Start over' }));
    expect(within(log).queryByText('Hello!')).toBeNull();
    expect(within(log).getAllByRole('button')).toHaveLength(3);
    expect(storedLines()).toEqual([]);
    await user.type(input, 'Hi again{Enter}');
    await within(log).findByText('Hello!');
    expect(server.bodiesOf(chat).at(-1)).not.toMatchObject({ sessionId: before });
  });

  test('is the same in another tab', async () => {
    const { log } = await open();
    const there = {
      sessionId: readConversation().sessionId,
      lines: [{ from: 'person', text: 'Said in the other tab' }],
    };
    localStorage.setItem('reelwright.chat', JSON.stringify(there));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'reelwright.chat' })));
    expect(within(log).getByText('Said in the other tab')).toBeTruthy();
  });

  test.each([
    'nonsense',
    '{"sessionId":1,"lines":[]}',
    '{"sessionId":"a","lines":[{"from":"x","text":3}]}',
    '{"sessionId":"abc","lines":[{"from":"person","text":"Hi"}]}',
    'null',
  ])('is empty when the browser stored %s', async (stored) => {
    const { log } = await open();
    localStorage.setItem('reelwright.chat', stored);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'reelwright.chat' })));
    expect(within(log).getAllByRole('button')).toHaveLength(3);
  });
});
