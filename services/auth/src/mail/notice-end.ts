/** The last lines of each mail that a person can turn off: where that is done. */
export const noticeEnd = (publicUrl: string): string => `You can turn off these e-mails on your profile:
${publicUrl}/profile#e-mails

Reelwright
`;
