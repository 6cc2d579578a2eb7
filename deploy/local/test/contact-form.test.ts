import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The constants of a source file that the contact form has in the browser and on the server. */
function constantsOf(path: string, names: { topics: string; min: string; max: string }) {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const constant = (name: string): string => {
    const value = new RegExp(`^export const ${name} = ([^;]+);$`, 'm').exec(source)?.[1];
    if (value === undefined) throw new Error(`${path} does not export ${name}`);
    return value;
  };
  return { topics: constant(names.topics), min: constant(names.min), max: constant(names.max) };
}

it('the contact form offers the topics that the server accepts, and counts characters in the same way', () => {
  const names = { topics: 'CONTACT_TOPICS', min: 'MESSAGE_MIN', max: 'MESSAGE_MAX' };
  const server = constantsOf('services/auth/src/contact/contact-message.ts', names);
  const form = { topics: 'topics', min: 'messageMin', max: 'messageMax' };
  expect(constantsOf('web/src/features/contact/topics.ts', form)).toEqual(server);
});
