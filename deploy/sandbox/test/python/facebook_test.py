"""Facebook reels and Instagram posts through Meta's own Python SDK."""

import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

from facebook_business.adobjects.advideo import AdVideo
from facebook_business.adobjects.iguser import IGUser
from facebook_business.adobjects.page import Page
from facebook_business.adobjects.user import User
from facebook_business.api import FacebookAdsApi
from facebook_business.exceptions import FacebookRequestError
from facebook_business.session import FacebookSession

from sandbox import chaos, clip, consent, given, journal

CALLBACK = 'https://localhost/callback'
SCOPES = 'public_profile,pages_show_list,pages_read_engagement,pages_manage_posts,instagram_basic,instagram_content_publish'
app = given.facebook


class Session(FacebookSession):
    GRAPH = app.origin


def api(token, version='v26.0'):
    return FacebookAdsApi(Session(app.appId, app.appSecret, token), api_version=version)


class FacebookTest(unittest.TestCase):
    def setUp(self):
        chaos('facebook')
        pages = {f'page {page}': 'on' for page in given.facebook.pages}
        url = f'{app.origin}/v26.0/dialog/oauth?client_id={app.appId}&redirect_uri={CALLBACK}&state=s&scope={SCOPES}'
        back = consent(url, account='ada.marlow', **pages)
        code = back.partition('code=')[2].partition('&')[0]
        path = ('oauth', 'access_token')
        params = {'client_id': app.appId, 'client_secret': app.appSecret, 'redirect_uri': CALLBACK, 'code': code}
        token = FacebookAdsApi(Session(), api_version='v26.0').call('GET', path, params).json()['access_token']
        self.me = User('me', api=api(token))
        fields = ['name', 'access_token', 'username', 'fan_count', 'instagram_business_account']
        self.pages = list(self.me.get_accounts(fields=fields, params={'limit': 1}))
        [self.page] = [page for page in self.pages if page['name'] == 'Ada Marlow Reels']

    def refused(self, call):
        with self.assertRaises(FacebookRequestError) as refused:
            call()
        error = refused.exception
        return error.http_status(), error.api_error_code(), error.api_error_subcode()

    def as_page(self, version='v26.0'):
        return Page(self.page['id'], api=api(self.page['access_token'], version))

    def uploaded(self, page):
        start = page.create_video_reel(params={'upload_phase': 'start'})
        headers = {'Authorization': f"OAuth {self.page['access_token']}", 'offset': '0', 'file_size': str(len(clip()))}
        urlopen(Request(start['upload_url'], clip(), headers))
        return start['video_id']

    def test_the_pages_of_a_person_come_page_by_page(self):
        self.assertEqual(len(self.pages), len(given.facebook.pages))
        self.assertEqual((self.page['username'], self.page['fan_count']), ('adamarlowreels', 0))
        self.assertEqual(self.me.api_get(fields=['first_name'])['first_name'], 'Ada')

    def test_a_reel_is_uploaded_and_published(self):
        page = self.as_page()
        video = self.uploaded(page)
        page.create_video_reel(params={
            'upload_phase': 'finish', 'video_id': video, 'video_state': 'PUBLISHED', 'description': 'Glass', 'is_ai_generated': True,
        })
        deadline = time.monotonic() + 10
        status = None
        while status != 'ready' and time.monotonic() < deadline:
            time.sleep(0.1)
            status = AdVideo(video, api=page._api).api_get(fields=['status'])['status']['video_status']
        self.assertEqual(status, 'ready')
        self.assertEqual([post['caption'] for post in journal(act='post-published', id=video)], ['Glass'])

    def test_a_version_that_has_ended_is_answered_by_the_oldest_usable_one(self):
        self.assertEqual(self.as_page('v18.0').api_get(fields=['name'])['name'], 'Ada Marlow Reels')

    def test_a_finish_without_bytes_and_an_invalid_token_are_refused(self):
        page = self.as_page()
        start = page.create_video_reel(params={'upload_phase': 'start'})
        finish = {'upload_phase': 'finish', 'video_id': start['video_id'], 'video_state': 'PUBLISHED'}
        self.assertEqual(self.refused(lambda: page.create_video_reel(params=finish))[1], 6000)
        self.assertEqual(self.refused(lambda: User('me', api=api('EAATdead')).api_get())[:2], (401, 190))

    def test_another_app_secret_is_a_wrong_proof(self):
        session = Session(app.appId, 'another', self.page['access_token'])
        wrong = FacebookAdsApi(session, api_version='v26.0')
        self.assertEqual(self.refused(lambda: Page(self.page['id'], api=wrong).api_get())[:2], (400, 100))

    def test_a_linked_instagram_account_is_posted_to_from_a_server_that_closes_its_connections(self):
        class Host(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header('content-length', str(len(clip())))
                self.end_headers()
                self.wfile.write(clip())

            def log_message(self, *_):
                pass

        user = IGUser(self.page['instagram_business_account']['id'], api=self.me._api)
        with ThreadingHTTPServer(('127.0.0.1', 0), Host) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f'http://127.0.0.1:{server.server_port}/clip.mp4'
            container = user.create_media(params={'media_type': 'REELS', 'video_url': url, 'caption': 'Glass', 'title': 'unknown'})
            deadline = time.monotonic() + 10
            status = None
            while status != 'FINISHED' and time.monotonic() < deadline:
                time.sleep(0.1)
                status = self.me._api.call('GET', (container['id'],), {'fields': 'status_code'}).json()['status_code']
            server.shutdown()
        self.assertEqual(status, 'FINISHED')
        post = user.create_media_publish(params={'creation_id': container['id']})
        self.assertEqual(len(journal(act='post-published', id=post['id'])), 1)
