const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const syntax = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`);

/** Checks HTML's syntax of an e-mail address, and that its host has a dot. The server applies the same rule. */
export function isEmail(text: string): boolean {
  const address = text.trim().toLowerCase();
  return address.length <= 254 && syntax.test(address);
}
