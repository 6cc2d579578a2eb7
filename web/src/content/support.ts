/** Where people write to: a mailbox somebody reads. This one is a stand-in (.example receives nothing); put your own here. */
export const supportEmail = 'support@reelwright.example';
