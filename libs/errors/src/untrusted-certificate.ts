const UNTRUSTED = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|ERR_TLS_CERT)/;
/** Node adds it to some messages: an option that the settings have no need of. */
const HINT_OF_NODE = /; if the root CA is installed locally.*$/;

/** Why the certificate of a server is not trusted, in Node's words; undefined for any other error. */
export function untrustedCertificate(error: { code?: unknown; message?: string }): string | undefined {
  const { code, message = '' } = error;
  return typeof code === 'string' && UNTRUSTED.test(code) ? message.replace(HINT_OF_NODE, '') : undefined;
}
