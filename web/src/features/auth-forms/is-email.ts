/** A rough look for comfort: something, an @, a domain with a dot. The server has the last word. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
