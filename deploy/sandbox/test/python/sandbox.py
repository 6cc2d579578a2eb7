"""Addresses and credentials of the sandbox, which Jest passes as SANDBOX (JSON), and official clients that use them."""

import base64
import json
import os
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

given = json.loads(os.environ['SANDBOX'], object_hook=lambda fields: SimpleNamespace(**fields))


def console(method, path, body=None):
    """A call to the console's API: chaos switches, journal, clock, settings."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(given.console + path, data, {'content-type': 'application/json'}, method=method)
    with urlopen(request) as answer:
        return json.load(answer)


def chaos(provider, **switches):
    calm = {'rate429': 0, 'error5xx': 0, 'timeoutAfterSuccess': 0, 'refusal': 0, 'revokedToken': 0, 'brokenUpload': 0}
    console('PUT', f'/api/chaos/{provider}', {**calm, 'limit': None, 'only': '', **switches})


def journal(**narrowing):
    query = '&'.join(f'{name}={value}' for name, value in narrowing.items())
    return console('GET', f'/api/journal?{query}')['entries']


def faults_left(provider):
    return console('GET', f'/api/chaos/{provider}')['limit']


class StayHere(HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def consent(authorization_url, **answers):
    """Presses Allow on a consent page with every scope ticked, and returns the address of the redirect."""
    page, _, query = authorization_url.partition('?')
    fields = {name: value for name, [value] in parse_qs(query).items()}
    ticked = {f'scope {scope}': 'on' for scope in fields['scope'].replace(',', ' ').split()}
    form = urlencode({'decision': 'allow', **fields, **ticked, **answers}).encode()
    try:
        build_opener(StayHere).open(page, form)
    except HTTPError as redirect:
        assert redirect.code == 303, redirect.read()
        return urlsplit(redirect.headers['location'])._replace(fragment='').geturl()


def clip():
    """A video that every platform accepts."""
    return base64.b64decode(given.clip)


def google_credentials(client, **changes):
    """Credentials of google-auth that refresh themselves at the sandbox."""
    from google.oauth2.credentials import Credentials

    fields = {
        'token': None,
        'refresh_token': client.refreshToken,
        'token_uri': f'{given.google}/token',
        'client_id': client.clientId,
        'client_secret': client.clientSecret,
    }
    return Credentials(**{**fields, **changes})


def google_api(name, version, credentials):
    """A client of a Google API. Its `api_endpoint` option leaves uploads at Google, so the document's root is changed."""
    from googleapiclient.discovery import build_from_document
    from googleapiclient.discovery_cache import get_static_doc

    document = json.loads(get_static_doc(name, version))
    return build_from_document({**document, 'rootUrl': f'{given.google}/'}, credentials=credentials)
