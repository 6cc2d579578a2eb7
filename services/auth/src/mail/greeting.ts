/** How every mail begins, also to somebody who gave no first name. */
export const hello = (firstName: string): string => (firstName ? `Hello ${firstName},` : 'Hello,');
