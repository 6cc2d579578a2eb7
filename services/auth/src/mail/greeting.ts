/** The first line of every mail, also for a user without a first name. */
export const greetingFor = (firstName: string): string => (firstName ? `Hello ${firstName},` : 'Hello,');
