import { explained } from '../src/refusal.ts';

const messageOf = (error: object) => (explained(error) as Error).message;

describe('a refusal', () => {
  it('of a certificate leaves out what Node says about its own options', () => {
    const message =
      'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca';
    expect(messageOf({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message })).toBe(
      "PostgreSQL's certificate is not trusted (unable to verify the first certificate): check sslrootcert and the host name of DATABASE_URL",
    );
  });

  it('for too many connections names the limits to look at', () => {
    expect(messageOf({ code: '53300', message: 'sorry, too many clients already' })).toBe(
      'PostgreSQL has no connection left (sorry, too many clients already): check max_connections of the server and connection limits of the role and the database',
    );
  });
});
