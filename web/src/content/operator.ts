import { supportEmail } from './support.ts';

/** The operator of this service, as the legal pages name it. All values are placeholders: replace them before going live. */
export const operator = {
  company: 'Reelwright Example S.r.l.',
  address: 'Via Esempio 1, 20121 Milano, Italy',
  /** The country whose law governs the terms, and whose authority supervises data protection. */
  country: 'Italy',
  email: supportEmail,
  /** The provider of the configured video model (VIDEO_MODEL). It receives notes and brand. */
  videoModelProvider: 'Google',
  authority: { name: 'Garante per la protezione dei dati personali', url: 'https://www.garanteprivacy.it' },
} as const;

/** The date from which the terms and the privacy policy apply. Update it whenever their text changes. */
export const legalEffective = 'August 5, 2025';
