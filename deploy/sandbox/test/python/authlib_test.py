"""Google, Facebook, Instagram and TikTok sign-in through Authlib."""

import unittest

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

from sandbox import consent, given

CALLBACK = 'https://localhost/callback'


class GoogleTest(unittest.TestCase):
    def setUp(self):
        self.discovery = OAuth2Session().get(f'{given.google}/.well-known/openid-configuration', withhold_token=True).json()
        self.session = OAuth2Session(
            given.signIn.clientId,
            given.signIn.clientSecret,
            scope='openid email profile',
            redirect_uri=CALLBACK,
            code_challenge_method='S256',
            token_endpoint=self.discovery['token_endpoint'],
        )

    def signed_in(self, **parameters):
        verifier = 'v' * 48
        url, _ = self.session.create_authorization_url(
            self.discovery['authorization_endpoint'], code_verifier=verifier, access_type='offline', prompt='consent', **parameters
        )
        scopes = {f'scope https://www.googleapis.com/auth/userinfo.{name}': 'on' for name in ('email', 'profile')}
        back = consent(url, account='ada.marlow@example.com', **scopes)
        return self.session.fetch_token(authorization_response=back, code_verifier=verifier)

    def test_a_person_signs_in_with_pkce_and_a_nonce(self):
        token = self.signed_in(nonce='n-1')
        keys = KeySet.import_key_set(self.session.get(self.discovery['jwks_uri']).json())
        claims = jwt.decode(token['id_token'], keys, algorithms=['RS256']).claims
        self.assertEqual((claims['iss'], claims['nonce']), ('https://accounts.google.com', 'n-1'))
        user = self.session.get(self.discovery['userinfo_endpoint']).json()
        self.assertEqual((user['sub'], user['email']), (claims['sub'], 'ada.marlow@example.com'))

    def test_a_token_is_refreshed_and_then_revoked(self):
        token = self.signed_in()
        fresh = self.session.refresh_token(refresh_token=token['refresh_token'])
        self.assertNotEqual(fresh['access_token'], token['access_token'])
        self.assertEqual(self.session.revoke_token(self.discovery['revocation_endpoint'], token=token['refresh_token']).status_code, 200)
        with self.assertRaises(OAuthError) as refused:
            self.session.refresh_token(refresh_token=token['refresh_token'])
        self.assertEqual(refused.exception.error, 'invalid_grant')

    def test_another_verifier_is_invalid_grant(self):
        url, _ = self.session.create_authorization_url(self.discovery['authorization_endpoint'], code_verifier='v' * 48)
        back = consent(url, account='ada.marlow@example.com')
        with self.assertRaises(OAuthError) as refused:
            self.session.fetch_token(authorization_response=back, code_verifier='w' * 48)
        self.assertEqual(refused.exception.error, 'invalid_grant')


class MetaTest(unittest.TestCase):
    def test_facebook_exchanges_a_code_for_a_token_and_lengthens_it(self):
        app = given.facebook
        session = OAuth2Session(
            app.appId, app.appSecret, scope='public_profile,pages_show_list', redirect_uri=CALLBACK,
            token_endpoint_auth_method='client_secret_post',
        )
        url, _ = session.create_authorization_url(f'{app.origin}/v26.0/dialog/oauth')
        token_url = f'{app.origin}/v26.0/oauth/access_token'
        short = session.fetch_token(token_url, authorization_response=consent(url, account='ada.marlow'))
        long = session.fetch_token(token_url, grant_type='fb_exchange_token', fb_exchange_token=short['access_token'])
        self.assertGreater(long['expires_in'], 5_000_000)
        self.assertEqual(session.get(f'{app.origin}/v26.0/me').json()['name'], 'Ada Marlow')

    def test_instagram_exchanges_a_code_for_a_token(self):
        app = given.instagram
        session = OAuth2Session(
            app.appId, app.appSecret, scope='instagram_business_basic', redirect_uri=CALLBACK,
            token_endpoint_auth_method='client_secret_post',
        )
        url, _ = session.create_authorization_url(f'{app.origin}/oauth/authorize')
        back = consent(url, account='nico.bianchi')
        token = session.fetch_token(f'{app.origin}/oauth/access_token', authorization_response=back)
        self.assertEqual(token['permissions'], ['instagram_business_basic'])
        user = session.get(f'{app.origin}/v26.0/me', params={'fields': 'username', 'access_token': token['access_token']})
        self.assertEqual(user.json()['username'], 'nico.bianchi')


def client_key(client, method, uri, headers, body):
    """Sends the client id as `client_key`, as TikTok requires."""
    return uri, headers, f'{body}&client_key={client.client_id}&client_secret={client.client_secret}'


class TikTokTest(unittest.TestCase):
    def setUp(self):
        self.app = given.tiktok
        self.token_url = f'{self.app.origin}/v2/oauth/token/'
        self.session = OAuth2Session(
            self.app.clientKey, self.app.clientSecret, scope='user.info.basic,user.info.profile', redirect_uri=CALLBACK,
            token_endpoint_auth_method=client_key,
        )
        url, _ = self.session.create_authorization_url(
            f'{self.app.origin}/v2/auth/authorize/', client_key=self.app.clientKey
        )
        back = consent(url, account='ada.marlow')
        self.token = self.session.fetch_token(self.token_url, authorization_response=back)

    def test_a_token_reads_the_profile(self):
        fields = {'fields': 'open_id,username'}
        user = self.session.get(f'{self.app.origin}/v2/user/info/', params=fields).json()['data']['user']
        self.assertEqual(user, {'open_id': self.token['open_id'], 'username': 'ada.marlow'})

    def test_a_refresh_token_can_be_used_once(self):
        old = self.token['refresh_token']
        fresh = self.session.refresh_token(self.token_url, refresh_token=old)
        self.assertNotEqual(fresh['refresh_token'], old)
        with self.assertRaises(OAuthError) as refused:
            self.session.refresh_token(self.token_url, refresh_token=old)
        self.assertEqual(refused.exception.error, 'invalid_grant')
