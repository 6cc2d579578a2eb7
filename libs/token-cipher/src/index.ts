export { hasOldKey, reencryptRows } from './reencrypt.ts';
export { cipherKeysProblem, createTokenCipher, type TokenCipher } from './token-cipher.ts';
