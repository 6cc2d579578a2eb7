import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type QuestionId, questions } from '@reelwright/faq';
import type { Browser, Page } from 'playwright-core';
import { newVisitor, openBrowser, step } from './fixtures.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Assistant' });
const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Your question' });
const logOf = (page: Page) => panelOf(page).getByRole('log');

async function openAssistant(page: Page, path = '/pricing'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await inputOf(page).waitFor();
}

async function sendMessage(page: Page, message: string): Promise<void> {
  await inputOf(page).fill(message);
  await inputOf(page).press('Enter');
}

/** The last reply of the assistant, once it has stopped typing. */
async function lastReply(page: Page, after: number): Promise<string> {
  const replies = logOf(page).locator('.chat-line.assistant');
  await replies.nth(after).waitFor();
  return ((await replies.last().textContent()) ?? '').replace('Assistant:', '').trim();
}

const answerTo = (id: QuestionId) => questions.find((question) => question.id === id)?.answer ?? '';

// The journeys below ask these questions. All use one IP address, which may send 20 messages a minute.
const askedQuestions: readonly QuestionId[] = ['cancelling', 'quality', 'security', 'video-model', 'free-trial'];

it('answers the questions of the FAQ, and says when it has no answer', async () => {
  const { page, faults } = await newVisitor(browser);
  await openAssistant(page);
  const asked = questions.filter(({ id }) => !askedQuestions.includes(id));
  for (const [place, { question, answer }] of asked.entries()) {
    await step(`is answered: ${question}`, async () => {
      await sendMessage(page, question);
      expect(await lastReply(page, place + 1)).toBe(answer);
    });
  }
  await step('is referred to support for a question about another topic', async () => {
    await sendMessage(page, 'What is the capital of France?');
    expect(await lastReply(page, asked.length + 1)).toMatch(/^I don’t know that one\. Our support team does: \S+@\S+$/);
    await logOf(page).getByRole('link').last().waitFor();
  });
  expect(faults).toEqual([]);
});

it('warns when a message is longer than 200 characters, and keeps the text', async () => {
  const { page, faults } = await newVisitor(browser);
  await openAssistant(page);
  await inputOf(page).fill('a'.repeat(201));
  await panelOf(page).getByText('You exceeded the characters limit. Please input less than 200 characters.').waitFor();
  expect(await panelOf(page).getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await inputOf(page).press('Enter');
  expect(await inputOf(page).inputValue()).toHaveLength(201);
  await inputOf(page).press('Backspace');
  expect(await panelOf(page).getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
  expect(faults).toEqual([]);
});

it('can be used with the keyboard alone', async () => {
  const { page, faults } = await newVisitor(browser);
  await page.goto('/pricing');
  // It is disabled, and can't have the focus, until the app's scripts have taken the page over.
  const opener = page.getByRole('button', { name: 'Ask a question', disabled: false });
  await opener.waitFor();

  await step('opens it and asks', async () => {
    await opener.focus();
    await page.keyboard.press('Enter');
    await inputOf(page).waitFor();
    await page.keyboard.type('Can I cancel');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('at any time?');
    await page.keyboard.press('Enter');
    expect(await lastReply(page, 1)).toBe(answerTo('cancelling'));
  });
  await step('reaches the conversation, Start over and Close from the input', async () => {
    await page.keyboard.press('Shift+Tab');
    expect(await logOf(page).evaluate((log) => log === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await logOf(page).getByRole('button', { name: 'Is there a free trial?' }).waitFor();
  });
  await step('closes it, and the button has the focus again', async () => {
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });
  expect(faults).toEqual([]);
});

it('shows the same conversation in two tabs', async () => {
  const { context, page, faults } = await newVisitor(browser);
  const other = await context.newPage();
  const sessions = new Set<string>();
  context.on('request', (request) => {
    if (request.url().endsWith('/api/chat')) sessions.add((request.postDataJSON() as { sessionId: string }).sessionId);
  });
  await openAssistant(page);
  await openAssistant(other, '/');

  await sendMessage(page, 'What quality are the videos?');
  expect(await lastReply(page, 1)).toBe(answerTo('quality'));
  await logOf(other).getByText(answerTo('quality')).waitFor();
  await sendMessage(other, 'Is my data secure?');
  expect(await lastReply(other, 2)).toBe(answerTo('security'));
  await logOf(page).getByText('OAuth 2.0').waitFor();
  expect(sessions.size).toBe(1);

  await panelOf(page).getByRole('button', { name: 'Start over' }).click();
  await logOf(other).getByText('OAuth 2.0').waitFor({ state: 'detached' });
  await sendMessage(other, 'Which AI model makes the videos?');
  await logOf(page).getByText(answerTo('video-model')).waitFor();
  expect(sessions.size).toBe(2);
  expect(faults).toEqual([]);
});

it('points to support while the assistant is unavailable, and retries on request', async () => {
  const { page, faults } = await newVisitor(browser);
  let mode: 'fail' | 'hang' | 'pass' = 'fail';
  await page.route('**/api/chat', async (route) => {
    if (mode === 'hang') return;
    if (mode === 'pass') return route.continue();
    await route.fulfill({ status: 503, json: { error: 'CHAT_UNAVAILABLE', message: 'The assistant did not answer.' } });
  });
  await openAssistant(page);

  await step('sees the failure, and the message is kept', async () => {
    await sendMessage(page, 'Is there a free trial?');
    await logOf(page).getByText('Please contact support at').waitFor();
    expect(await logOf(page).getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
    await logOf(page).getByText('Is there a free trial?').waitFor();
  });
  await step('sees the failure also when no answer arrives', async () => {
    mode = 'hang';
    await logOf(page).getByRole('button', { name: 'Try again' }).click();
    await logOf(page).getByText('Assistant is typing…').waitFor();
    await logOf(page).getByText('Please contact support at').waitFor();
  });
  await step('tries again and is answered', async () => {
    mode = 'pass';
    await logOf(page).getByRole('button', { name: 'Try again' }).click();
    expect(await lastReply(page, 1)).toBe(answerTo('free-trial'));
    expect(await logOf(page).getByText('Please contact support at').count()).toBe(0);
  });
  expect(faults).toEqual([]);
});
