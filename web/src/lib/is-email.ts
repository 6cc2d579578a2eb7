const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const syntax = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`);

/** HTML's syntax of an address, with a dot in its host, as the server has it; the server has the last word. */
export function isEmail(text: string): boolean {
  const address = text.trim().toLowerCase();
  return address.length <= 254 && syntax.test(address);
}
