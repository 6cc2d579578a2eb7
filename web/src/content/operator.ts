import { supportEmail } from './support.ts';

/** Who runs this service, as the legal pages name it. All stand-ins: put your own facts here before you go live. */
export const operator = {
  company: 'Reelwright Example S.r.l.',
  address: 'Via Esempio 1, 20121 Milano, Italy',
  /** The country whose law governs the terms, and whose authority watches over data protection. */
  country: 'Italy',
  email: supportEmail,
  /** Who runs the video model that the settings name (VIDEO_MODEL): it gets notes and brand. */
  videoModelProvider: 'Google',
  authority: { name: 'Garante per la protezione dei dati personali', url: 'https://www.garanteprivacy.it' },
} as const;

/** The terms and the privacy policy as they are now. Change it with their text. */
export const legalEffective = 'August 5, 2025';
