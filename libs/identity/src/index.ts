export { type Claims, createIdentitySigner, type IdentitySigner } from './signer.ts';
export { createIdentityVerifier, type Identity, type IdentityVerifier } from './verifier.ts';
