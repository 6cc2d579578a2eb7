/** Where people write to. A stand-in (.example receives nothing): put your own here before you go live. */
export const supportEmail = 'support@reelwright.example';
