"""Veo on Vertex and Gemini Omni through Google's own GenAI SDK."""

import base64
import io
import time
import unittest

from google import genai
from google.genai import errors, types
from google.oauth2.credentials import Credentials

from sandbox import chaos, given, journal

PICTURE = b'\x89PNG\r\n\x1a\n' + bytes(100)
PROMPT = 'a glass cube'
FORMAT = {'type': 'video', 'aspect_ratio': '9:16', 'resolution': '360p', 'duration': '3s', 'delivery': 'uri'}


class VeoTest(unittest.TestCase):
    def setUp(self):
        chaos('genai')
        self.client = genai.Client(
            vertexai=True,
            project=given.genai.project,
            location=given.genai.location,
            credentials=Credentials(given.genai.accessToken),
            http_options={'base_url': given.genai.origin},
        )

    def generate(self, model='veo-3.1-fast-generate-001', **config):
        usual = {'aspect_ratio': '9:16', 'resolution': '720p', 'duration_seconds': 4, 'number_of_videos': 1}
        return self.client.models.generate_videos(
            model=model,
            source=types.GenerateVideosSource(prompt=PROMPT),
            config=types.GenerateVideosConfig(**{**usual, **config}),
        )

    def test_a_video_is_started_polled_and_delivered(self):
        operation = self.generate(generate_audio=False)
        deadline = time.monotonic() + 30
        while not operation.done and time.monotonic() < deadline:
            time.sleep(0.05)
            operation = self.client.operations.get(operation)
        [video] = operation.response.generated_videos
        self.assertEqual(video.video.video_bytes[4:8], b'ftyp')

    def test_values_the_sdk_does_not_check_are_refused(self):
        for config in ({'duration_seconds': 5}, {'aspect_ratio': '1:1'}, {'number_of_videos': 5}, {'resolution': '4k'}):
            with self.assertRaises(errors.ClientError) as refused:
                self.generate(**config)
            self.assertEqual((refused.exception.code, refused.exception.status), (400, 'INVALID_ARGUMENT'))

    def test_a_removed_preview_model_is_404(self):
        with self.assertRaises(errors.ClientError) as refused:
            self.generate(model='veo-3.1-generate-preview')
        self.assertEqual((refused.exception.code, refused.exception.status), (404, 'NOT_FOUND'))

    def test_a_full_quota_is_429(self):
        chaos('genai', rate429=1, limit=1)
        with self.assertRaises(errors.ClientError) as refused:
            self.generate()
        self.assertEqual((refused.exception.code, refused.exception.status), (429, 'RESOURCE_EXHAUSTED'))


class OmniTest(unittest.TestCase):
    def setUp(self):
        chaos('genai')
        options = {'base_url': given.genai.origin, 'api_version': 'v1beta'}
        self.client = genai.Client(vertexai=False, api_key=given.genai.apiKey, http_options=options)

    def create(self, **changes):
        usual = {'model': 'gemini-omni-1.2-flash', 'input': PROMPT, 'background': True, 'response_format': FORMAT}
        return self.client.interactions.create(**{**usual, **changes})

    def test_an_interaction_ends_with_a_file_that_is_downloaded(self):
        interaction = self.settled(self.create())
        self.assertEqual(interaction.status, 'completed')
        self.assertEqual(self.client.files.download(file=self.video_of(interaction).uri)[4:8], b'ftyp')

    def settled(self, interaction):
        deadline = time.monotonic() + 30
        while interaction.status == 'in_progress' and time.monotonic() < deadline:
            time.sleep(0.05)
            interaction = self.client.interactions.get(interaction.id)
        return interaction

    def video_of(self, interaction):
        [content] = [part for step in interaction.steps if step.type == 'model_output' for part in step.content]
        return content

    def test_an_image_and_a_text_become_a_video(self):
        image = {'type': 'image', 'data': base64.b64encode(PICTURE).decode(), 'mime_type': 'image/png'}
        config = {'video_config': {'task': 'image_to_video'}}
        done = self.settled(self.create(input=[image, {'type': 'text', 'text': PROMPT}], generation_config=config))
        self.assertEqual(done.status, 'completed')
        self.assertEqual([part.type for part in done.steps[0].content], ['image', 'text'])
        [made] = journal(act='video-generated', id=done.id)
        self.assertEqual(made['key'], PROMPT)

    def test_an_uploaded_file_is_an_input_until_it_is_deleted(self):
        file = self.client.files.upload(file=io.BytesIO(PICTURE), config={'mime_type': 'image/png'})
        image = {'type': 'image', 'uri': file.uri, 'mime_type': 'image/png'}
        steps = [{'type': 'user_input', 'content': [image, {'type': 'text', 'text': PROMPT}]}]
        self.assertEqual(self.settled(self.create(input=steps)).status, 'completed')
        self.client.files.delete(name=file.name)
        with self.assertRaises(Exception) as refused:
            self.create(input=steps)
        self.assertEqual(refused.exception.status_code, 403)

    def test_a_list_of_texts_is_answered_inline_without_background(self):
        inline = {**FORMAT, 'delivery': 'inline'}
        done = self.create(input=[{'type': 'text', 'text': PROMPT}], background=False, response_format=inline)
        data = self.video_of(done).data
        self.assertEqual(base64.b64decode(data)[4:8] if isinstance(data, str) else data[4:8], b'ftyp')

    def test_an_invalid_duration_is_refused(self):
        with self.assertRaises(Exception) as refused:
            self.create(response_format={**FORMAT, 'duration': '16s'})
        self.assertEqual(refused.exception.status_code, 400)
