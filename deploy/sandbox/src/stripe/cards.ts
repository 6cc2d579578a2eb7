/** The result of a payment at a card's bank: it pays, it requires 3D Secure (`asks`), or it declines. */
export type BankResult = 'pays' | 'asks' | { code: string; decline_code?: string; message: string };
export type Situation = 'present' | 'authenticated' | 'absent';

export interface Card {
  number: string;
  brand: string;
  /** Its ready-made payment method, as in Stripe's test mode. */
  alias: string;
  /** The description on the page where a card is chosen. */
  title: string;
  results: Readonly<Record<Situation, BankResult>>;
  /** Whether every charge is disputed at once. */
  disputes?: true;
}

const decline = (decline_code: string, message = 'Your card was declined.') => ({
  code: 'card_declined',
  decline_code,
  message,
});
const always = (result: BankResult) => ({ present: result, authenticated: result, absent: result });

/** The test cards of Stripe's documentation. */
export const cards: readonly Card[] = [
  { number: '4242424242424242', brand: 'visa', alias: 'pm_card_visa', title: 'Pays', results: always('pays') },
  {
    number: '4000002500003155',
    brand: 'visa',
    alias: 'pm_card_authenticationRequiredOnSetup',
    title: 'Asks its holder (3D Secure), then pays',
    results: { present: 'asks', authenticated: 'pays', absent: 'pays' },
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    alias: 'pm_card_authenticationRequired',
    title: 'Asks its holder at every payment',
    results: { present: 'asks', authenticated: 'pays', absent: 'asks' },
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    alias: 'pm_card_threeDSecureRequiredChargeDeclined',
    title: 'Asks its holder, then declines',
    results: { present: 'asks', authenticated: decline('generic_decline'), absent: decline('generic_decline') },
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    alias: 'pm_card_visa_chargeDeclined',
    title: 'Declined',
    results: always(decline('generic_decline')),
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    title: 'Declined: not enough money',
    results: always(decline('insufficient_funds', 'Your card has insufficient funds.')),
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    alias: 'pm_card_chargeCustomerFail',
    title: 'Can be stored, every charge fails',
    results: always(decline('generic_decline')),
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    alias: 'pm_card_chargeDeclinedExpiredCard',
    title: 'Expired',
    results: always({ code: 'expired_card', message: 'Your card has expired.' }),
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    alias: 'pm_card_createDispute',
    title: 'Pays, then its holder disputes the charge',
    results: always('pays'),
    disputes: true,
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    alias: 'pm_card_mastercard',
    title: 'Mastercard, pays',
    results: always('pays'),
  },
];

export const findCard = (number: string): Card | undefined => cards.find((card) => card.number === number);

/** The bank's result for a card number. An unknown number is declined, as test mode declines real cards. */
export function bankAnswer(number: string, situation: Situation): BankResult {
  return (
    findCard(number)?.results[situation] ?? {
      code: 'incorrect_number',
      message: 'Your card number is incorrect. Use one of the test cards.',
    }
  );
}
