import { refusalOf } from '../src/refusal.ts';

it('a refusal of a certificate leaves out what Node says about its own options', () => {
  const message =
    'Connection error: self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca';
  const error = { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message } };
  expect(refusalOf(error, { brokers: 'kafka:9093' })).toBe(
    "Kafka's certificate is not trusted (self-signed certificate): check KAFKA_TLS_CA_FILE and the host names of KAFKA_BROKERS",
  );
});
