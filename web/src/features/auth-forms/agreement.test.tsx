import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { show, stubServer } from '../../../test/browser.tsx';
import { SignupForm } from './signup-form.tsx';

test('the sign-up form names the documents that users agree to, and links to them', () => {
  stubServer({});
  show(<SignupForm />, '/auth/signup');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(screen.getByText(/By creating an account you agree to the/).textContent).toBe(
    'By creating an account you agree to the Terms and the Privacy Policy.',
  );
  expect([link('Terms'), link('Privacy Policy')]).toEqual(['/terms', '/privacy']);
});
