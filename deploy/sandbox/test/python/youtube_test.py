"""YouTube through google-api-python-client."""

import io
import unittest

from googleapiclient.errors import HttpError, ResumableUploadError
from googleapiclient.http import MediaIoBaseUpload

from sandbox import chaos, console, given, google_api, google_credentials, journal

CHUNK = 256 * 1024
REEL = b'\0\0\0\x18ftypisom' + bytes(CHUNK)


class YouTubeTest(unittest.TestCase):
    def setUp(self):
        chaos('google')
        console('PUT', '/api/youtube/settings', {'uploadsPerDay': 100, 'audited': True})
        self.youtube = google_api('youtube', 'v3', google_credentials(given.youtube))

    def insert(self, snippet=None, status=None, part='snippet,status'):
        body = {
            'snippet': {'title': 'Glass, slowly', 'categoryId': '22', **(snippet or {})},
            'status': {'privacyStatus': 'private', 'selfDeclaredMadeForKids': False, **(status or {})},
        }
        media = MediaIoBaseUpload(io.BytesIO(REEL), 'video/mp4', chunksize=CHUNK, resumable=True)
        return self.youtube.videos().insert(part=part, body=body, media_body=media, notifySubscribers=False)

    def refusal(self, request):
        with self.assertRaises(ResumableUploadError) as refused:
            request.next_chunk()
        error = refused.exception
        return error.status_code, error.error_details[0]['reason']

    def test_uploads_in_chunks_and_finds_the_video_on_its_channel(self):
        request = self.insert(status={'containsSyntheticMedia': True})
        progress, done = request.next_chunk()
        self.assertEqual((progress.resumable_progress, done), (CHUNK, None))
        _, video = request.next_chunk()
        self.assertEqual(video['status']['uploadStatus'], 'uploaded')
        self.assertEqual(len(journal(act='post-published', id=video['id'])), 1)
        listed = self.youtube.videos().list(part='status,snippet', id=video['id']).execute()
        [channel] = self.youtube.channels().list(part='snippet', mine=True).execute()['items']
        self.assertEqual(listed['items'][0]['snippet']['channelId'], channel['id'])
        self.assertTrue(listed['items'][0]['status']['containsSyntheticMedia'])

    def test_uploads_at_once(self):
        body = {'snippet': {'title': 'At once', 'categoryId': '22'}, 'status': {'privacyStatus': 'private'}}
        media = MediaIoBaseUpload(io.BytesIO(REEL), 'video/mp4')
        video = self.youtube.videos().insert(part='snippet,status', body=body, media_body=media).execute()
        self.assertEqual((video['snippet']['title'], video['status']['uploadStatus']), ('At once', 'uploaded'))

    def test_an_empty_bucket_of_uploads_is_429_and_its_message_names_the_limit(self):
        console('PUT', '/api/youtube/settings', {'uploadsPerDay': 0})
        request = self.insert()
        self.assertEqual(self.refusal(request), (429, 'rateLimitExceeded'))
        with self.assertRaises(ResumableUploadError) as refused:
            request.next_chunk()
        self.assertIn("limit 'Video Uploads per day'", refused.exception.reason)

    def test_a_title_with_brackets_is_invalid(self):
        self.assertEqual(self.refusal(self.insert(snippet={'title': '<3'})), (400, 'invalidTitle'))

    def test_a_section_that_part_does_not_name_is_refused(self):
        self.assertEqual(self.refusal(self.insert(part='snippet')), (400, 'unexpectedPart'))

    def test_a_publish_time_requires_a_private_video(self):
        status = {'privacyStatus': 'public', 'publishAt': '2100-01-01T00:00:00Z'}
        self.assertEqual(self.refusal(self.insert(status=status)), (400, 'invalidPublishAt'))

    def test_a_grant_without_the_upload_scope_may_not_upload(self):
        self.youtube = google_api('youtube', 'v3', google_credentials(given.youtubeReader))
        self.assertEqual(self.refusal(self.insert()), (403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'))

    def test_resumes_from_the_stored_bytes_after_a_failed_chunk(self):
        request = self.insert()
        request.next_chunk()
        chaos('google', error5xx=1, limit=1, only='PUT /upload/youtube')
        with self.assertRaises(HttpError):
            request.next_chunk()
        _, video = request.next_chunk()
        self.assertEqual(len(journal(act='post-published', id=video['id'])), 1)
