import { expect, test } from '@jest/globals';
import { nameProblem } from './person-name.ts';

test.each(['Giulia', 'Zoë O’Neill', 'محمد', 'می\u200cخواهم', '👩\u200d🚀', ' Ada ', ''])('%j is a name', (name) => {
  expect(nameProblem(name)).toBeNull();
});

test.each(['Ada\u202ex', 'A\u2067da', 'A\u200bda', 'A\u0007da', 'A\u2028da'])('%j is not a name', (name) => {
  expect(nameProblem(name)).toMatch(/cannot be seen/);
});
