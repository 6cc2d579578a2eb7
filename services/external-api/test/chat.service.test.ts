import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { questions } from '@reelwright/faq';
import { type ExternalApi, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi({ SUPPORT_EMAIL: 'support@reelwright.example' });
});
afterAll(() => api.stop());

let addresses = 0;
const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const sessionId = randomUUID();
const post = (payload: object, address = newAddress(), headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: '/api/chat', payload, headers: { 'x-forwarded-for': address, ...headers } });
const say = (message: string, address?: string) => post({ message, sessionId }, address);

describe('POST /api/chat', () => {
  it('answers each of the twelve questions without a session', async () => {
    for (const { question, answer } of questions) {
      const response = await say(question);
      expect([response.statusCode, response.json()]).toEqual([200, { reply: answer, sessionId, suggestions: [] }]);
    }
  });

  it('declines an unknown question and suggests the closest ones', async () => {
    const response = await say('How do I delete my account?');
    expect(response.json()).toEqual({
      reply: 'I don’t know that one. Our support team does: support@reelwright.example',
      sessionId,
      suggestions: expect.arrayContaining([expect.stringMatching(/\?$/)]),
    });
  });

  it.each([
    ['200 letters', 'a'.repeat(200)],
    ['200 letters between blanks', `  ${'a'.repeat(200)}\n`],
    ['200 emoji of several code points each', '👩‍👩‍👧'.repeat(200)],
    ['200 letters with combining accents', 'e\u0301'.repeat(200)],
  ])('takes %s', async (_name, message) => {
    expect((await say(message)).statusCode).toBe(200);
  });

  it.each([
    ['201 letters', 'a'.repeat(201)],
    ['201 faces', '👩‍👩‍👧'.repeat(201)],
    ['one letter with thousands of accents', `e${'\u0301'.repeat(5_000)}`],
  ])('refuses %s with the message of the page', async (_name, message) => {
    const response = await say(message);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      {
        error: 'MESSAGE_TOO_LONG',
        message: 'You exceeded the characters limit. Please input less than 200 characters.',
      },
    ]);
  });

  it.each([
    ['no words', { message: ' \n ', sessionId }, 400, 'MESSAGE_MISSING'],
    ['no message', { sessionId }, 400, 'VALIDATION_FAILED'],
    ['a session that is not a uuid', { message: 'Hi', sessionId: '1' }, 400, 'VALIDATION_FAILED'],
    ['no session', { message: 'Hi' }, 400, 'VALIDATION_FAILED'],
    ['a field of its own', { message: 'Hi', sessionId, userId: '7' }, 400, 'VALIDATION_FAILED'],
    ['an unpaired surrogate', { message: '\ud800', sessionId }, 400, 'BROKEN_TEXT'],
    ['a body of 70 KB', { message: 'a'.repeat(70_000), sessionId }, 413, 'BODY_TOO_LARGE'],
  ])('refuses %s', async (_name, payload, status, code) => {
    const response = await post(payload);
    expect([response.statusCode, response.json().error]).toEqual([status, code]);
  });

  it('is not called by another site', async () => {
    const response = await post({ message: 'Hi', sessionId }, newAddress(), { 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(403);
  });
});

describe('the limit of an address', () => {
  it('[ASVS 2.4.1] accepts exactly 20 of 60 simultaneous messages in a minute, and answers Retry-After', async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 60 }, () => say('Hi', address)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([answers.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([20, 40]);
    expect(refused[0]?.json()).toMatchObject({ error: 'TOO_MANY_MESSAGES', message: expect.any(String) });
    expect(refused[0]?.headers['retry-after']).toBe('60');
    expect((await say('Hi')).statusCode).toBe(200);

    api.setRealTime(new Date('2026-05-10T10:21:00Z'));
    expect((await say('Hi', address)).statusCode).toBe(200);
    api.setRealTime(new Date('2026-05-10T10:20:00Z'));
  });

  it('uses the address from the gateway, and the whole network of an IPv6 address', async () => {
    const address = newAddress();
    const answers = await Promise.all([
      ...Array.from({ length: 21 }, (_, index) => say('Hi', `192.0.2.${index}, ${address}`)),
      ...Array.from({ length: 21 }, (_, index) => say('Hi', `2001:db8:0:7::${(index + 1).toString(16)}`)),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    expect((await say('Hi', '2001:db8:0:8::1')).statusCode).toBe(200);
  });

  it('is checked before a body is read', async () => {
    const address = newAddress();
    await Promise.all(Array.from({ length: 20 }, () => say('Hi', address)));
    expect((await post({ message: 'a'.repeat(70_000), sessionId }, address)).statusCode).toBe(429);
  });
});
