import { render } from '@testing-library/react';
import { Avatar } from './avatar.tsx';

test.each([
  ['ada', 'A'],
  ['🌻 sunflower', '🌻'],
  ['e\u0301lodie', 'E\u0301'],
])('the initial of %s is %s', (name, initial) => {
  expect(render(<Avatar photo={null} name={name} />).container.textContent).toBe(initial);
});
