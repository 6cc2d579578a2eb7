export { requireIdentityKeys } from './key-check.ts';
export { type Claims, createIdentitySigner, type IdentitySigner } from './signer.ts';
export { createIdentityVerifier, type Identity, type IdentityVerifier } from './verifier.ts';
