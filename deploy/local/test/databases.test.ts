import { databaseUrls } from '../src/databases.ts';

describe('database addresses', () => {
  const admin = 'postgres://root:top-secret@db.test:5432/postgres';

  it('name one role and one database per service, each with a password of its own', () => {
    const urls = databaseUrls(admin);
    const auth = new URL(urls.service('auth'));
    const api = new URL(urls.service('external-api'));

    expect([auth.username, auth.pathname, auth.host]).toEqual(['reelwright_auth', '/reelwright_auth', 'db.test:5432']);
    expect(api.pathname).toBe('/reelwright_external_api');
    expect(auth.password).not.toBe(api.password);
    expect(auth.password).not.toBe('top-secret');
  });

  it('are the same at each start', () => {
    expect(databaseUrls(admin).service('drive')).toBe(databaseUrls(admin).service('drive'));
    expect(databaseUrls(admin).clockOwner).not.toBe(databaseUrls(admin).clockReader);
  });
});
