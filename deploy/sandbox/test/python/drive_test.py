"""Drive through google-api-python-client and google-auth."""

import hashlib
import io
import unittest

from google.auth.exceptions import RefreshError
from google.auth.transport.requests import Request
from googleapiclient.errors import HttpError, ResumableUploadError
from googleapiclient.http import MediaIoBaseDownload, MediaIoBaseUpload

from sandbox import chaos, faults_left, given, google_api, google_credentials, journal

FOLDER = 'application/vnd.google-apps.folder'
CHUNK = 256 * 1024
REEL = b'\0\0\0\x18ftypisom' + bytes(3 * CHUNK)


def reasons(error):
    return error.status_code, error.error_details[0]['reason']


class DriveTest(unittest.TestCase):
    def setUp(self):
        chaos('google')
        self.files = google_api('drive', 'v3', google_credentials(given.drive)).files()

    def folder(self, **fields):
        body = {'name': 'Ada', 'mimeType': FOLDER, **fields}
        return self.files.create(body=body, fields='id,name,webViewLink,parents,appProperties').execute()

    def generated_id(self):
        return self.files.generateIds(count=1, space='drive').execute()['ids'][0]

    def upload(self, **fields):
        media = MediaIoBaseUpload(io.BytesIO(REEL), 'video/mp4', chunksize=CHUNK, resumable=True)
        return self.files.create(body={'name': 'reel.mp4', **fields}, media_body=media, fields='id,name,size,sha256Checksum')

    def finish(self, request):
        done = None
        while done is None:
            _, done = request.next_chunk()
        return done

    def test_refreshes_an_access_token_for_an_hour_and_keeps_the_refresh_token(self):
        scope = 'https://www.googleapis.com/auth/drive.file'
        credentials = google_credentials(given.drive, scopes=[scope])
        credentials.refresh(Request())
        self.assertTrue(credentials.valid)
        self.assertEqual(credentials.refresh_token, given.drive.refreshToken)
        self.assertEqual(credentials.granted_scopes, [scope])

    def test_an_unknown_refresh_token_is_invalid_grant(self):
        with self.assertRaises(RefreshError) as refused:
            google_credentials(given.drive, refresh_token='1//none').refresh(Request())
        self.assertEqual(refused.exception.args[1]['error'], 'invalid_grant')
        self.assertFalse(refused.exception.retryable)

    def test_a_wrong_client_secret_is_invalid_client(self):
        with self.assertRaises(RefreshError) as refused:
            google_credentials(given.drive, client_secret='wrong').refresh(Request())
        self.assertEqual(refused.exception.args[1]['error'], 'invalid_client')

    def test_an_invalid_access_token_is_refreshed_by_the_client(self):
        files = google_api('drive', 'v3', google_credentials(given.drive, token='ya29.dead')).files()
        self.assertEqual(files.list(pageSize=1).execute()['kind'], 'drive#fileList')

    def test_uploads_in_chunks_to_an_id_generated_before(self):
        file_id, parent = self.generated_id(), self.folder()['id']
        request = self.upload(id=file_id, parents=[parent])
        progress, done = request.next_chunk()
        self.assertEqual((progress.resumable_progress, done), (CHUNK, None))
        done = self.finish(request)
        self.assertEqual((done['id'], done['size']), (file_id, str(len(REEL))))
        copy = io.BytesIO()
        download = MediaIoBaseDownload(copy, self.files.get_media(fileId=file_id), chunksize=CHUNK)
        while not download.next_chunk()[1]:
            pass
        self.assertEqual(copy.getvalue(), REEL)

    def test_uploads_at_once_with_metadata_and_without(self):
        for body in ({'name': 'whole.mp4'}, None):
            # Bytes that end with the line end of the body.
            reel = REEL + b'\r\n--\n'
            media = MediaIoBaseUpload(io.BytesIO(reel), 'video/mp4')
            done = self.files.create(body=body, media_body=media, fields='id,name,size').execute()
            self.assertEqual((done['name'], done['size']), ('whole.mp4' if body else 'Untitled', str(len(reel))))
            self.assertEqual(self.files.get_media(fileId=done['id']).execute(), reel)

    def test_replaces_the_bytes_of_a_file_at_once_and_in_chunks(self):
        file_id = self.finish(self.upload())['id']
        for reel, resumable in ((b'first', False), (REEL * 2, True)):
            media = MediaIoBaseUpload(io.BytesIO(reel), 'video/mp4', chunksize=CHUNK, resumable=resumable)
            request = self.files.update(fileId=file_id, body={'name': 'b.mp4'}, media_body=media, fields='name,md5Checksum')
            changed = self.finish(request) if resumable else request.execute()
            self.assertEqual(changed, {'name': 'b.mp4', 'md5Checksum': hashlib.md5(reel).hexdigest()})

    def test_invalid_fields_are_refused_before_the_file_is_created(self):
        before = len(journal(act='file-created'))
        media = MediaIoBaseUpload(io.BytesIO(REEL), 'video/mp4', chunksize=CHUNK, resumable=True)
        with self.assertRaises(ResumableUploadError) as refused:
            self.files.create(body={'name': 'a'}, media_body=media, fields='id,colour').next_chunk()
        self.assertEqual(reasons(refused.exception), (400, 'invalidParameter'))
        self.assertEqual(len(journal(act='file-created')), before)

    def test_the_same_id_a_second_time_is_409_and_makes_no_second_file(self):
        file_id = self.generated_id()
        self.finish(self.upload(id=file_id))
        with self.assertRaises(ResumableUploadError) as refused:
            self.upload(id=file_id).next_chunk()
        self.assertEqual(reasons(refused.exception), (409, 'fileIdInUse'))
        self.assertEqual(len(journal(act='file-created', id=file_id)), 1)

    def test_an_id_that_was_not_generated_is_refused(self):
        with self.assertRaises(ResumableUploadError) as refused:
            self.upload(id='of-my-own').next_chunk()
        self.assertEqual(reasons(refused.exception), (400, 'invalid'))

    def test_resumes_from_the_stored_bytes_after_a_failed_chunk(self):
        request = self.upload()
        request.next_chunk()
        chaos('google', error5xx=1, limit=1, only='PUT /upload/drive')
        with self.assertRaises(HttpError) as failed:
            request.next_chunk()
        self.assertEqual(failed.exception.status_code, 503)
        done = self.finish(request)
        self.assertEqual(done['size'], str(len(REEL)))

    def test_starts_again_with_the_same_id_when_the_session_is_lost(self):
        file_id = self.generated_id()
        broken = self.upload(id=file_id)
        broken.next_chunk()
        chaos('google', brokenUpload=1, limit=1)
        for _ in range(2):
            with self.assertRaises(HttpError) as lost:
                broken.next_chunk()
            self.assertEqual(lost.exception.status_code, 404)
        self.assertEqual(self.finish(self.upload(id=file_id))['id'], file_id)
        self.assertEqual(len(journal(act='file-created', id=file_id)), 1)

    def test_sends_its_last_chunk_again_when_the_answer_was_lost_and_makes_one_file(self):
        file_id = self.generated_id()
        request = self.upload(id=file_id)
        for _ in range(3):
            request.next_chunk()
        chaos('google', timeoutAfterSuccess=1, limit=1, only='PUT /upload/drive')
        self.assertEqual(self.finish(request)['id'], file_id)
        self.assertEqual(faults_left('google'), 0)
        self.assertEqual(len(journal(act='file-created', id=file_id)), 1)

    def test_shares_a_folder_with_a_person_and_refuses_an_incomplete_share(self):
        permissions = google_api('drive', 'v3', google_credentials(given.drive)).permissions()
        folder = self.folder()['id']
        reader = {'role': 'reader', 'type': 'user', 'emailAddress': 'ada@example.com'}
        shared = permissions.create(fileId=folder, body=reader, sendNotificationEmail=False, fields='id,role').execute()
        self.assertEqual(shared['role'], 'reader')
        for body in ({'role': 'reader', 'type': 'user'}, {'role': 'boss', 'type': 'anyone'}):
            with self.assertRaises(HttpError) as refused:
                permissions.create(fileId=folder, body=body).execute()
            self.assertEqual(reasons(refused.exception), (400, 'invalidSharingRequest'))

    def test_lists_by_q_and_pages_on_with_list_next(self):
        names = {"Ada's reels", 'Bo', 'Cy'}
        parent = self.folder()['id']
        for name in names:
            self.folder(name=name, parents=[parent], appProperties={'userId': name})
        query = f"'{parent}' in parents and mimeType = '{FOLDER}' and trashed = false"
        request = self.files.list(q=query, pageSize=2, fields='nextPageToken,files(name)')
        found = set()
        while request is not None:
            answer = request.execute()
            found |= {file['name'] for file in answer['files']}
            request = self.files.list_next(request, answer)
        self.assertEqual(found, names)
        q = r"name = 'Ada\'s reels' and appProperties has { key='userId' and value='Ada\'s reels' }"
        self.assertEqual(len(self.files.list(q=q).execute()['files']), 1)

    def test_a_malformed_q_is_400(self):
        with self.assertRaises(HttpError) as refused:
            self.files.list(q="name ~ 'x'").execute()
        self.assertEqual(reasons(refused.exception), (400, 'invalid'))
