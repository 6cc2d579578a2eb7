"""Stripe through its own Python SDK."""

import queue
import threading
import time
import unittest
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, build_opener

import stripe

from sandbox import chaos, given, journal

prices = given.stripe.prices
client = stripe.StripeClient(
    given.stripe.secretKey, base_addresses={'api': given.stripe.origin}, max_network_retries=0
).v1


class StayHere(HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def pay(url):
    """Presses Pay on the checkout page, as a person would."""
    form = {'act': 'pay', 'email': 'a@b.c', 'name': 'A', 'number': '4242 4242 4242 4242'}
    try:
        build_opener(StayHere).open(url, urlencode(form).encode())
    except HTTPError as redirect:
        assert redirect.code == 303, redirect.read()


def checkout(customer, **changes):
    return client.checkout.sessions.create({
        'mode': 'subscription',
        'customer': customer,
        'client_reference_id': '7',
        'line_items': [{'price': prices.proMonthly, 'quantity': 1}],
        'success_url': 'http://localhost:1/ok?session_id={CHECKOUT_SESSION_ID}',
        'subscription_data': {'metadata': {'userId': '7'}},
        **changes,
    })


def on_clock(price):
    """A clock, and a subscriber on it."""
    start = int(datetime(2027, 1, 31, 9, tzinfo=timezone.utc).timestamp())
    clock = client.test_helpers.test_clocks.create({'frozen_time': start})
    customer = client.customers.create({'email': 'c@d.e', 'test_clock': clock.id})
    method = client.payment_methods.attach('pm_card_visa', {'customer': customer.id})
    subscription = client.subscriptions.create(
        {'customer': customer.id, 'items': [{'price': price}], 'default_payment_method': method.id}
    )
    return clock, customer, subscription


def advance(clock, **until):
    client.test_helpers.test_clocks.advance(
        clock.id, {'frozen_time': int(datetime(**until, tzinfo=timezone.utc).timestamp())}
    )
    deadline = time.monotonic() + 10
    while client.test_helpers.test_clocks.retrieve(clock.id).status != 'ready':
        assert time.monotonic() < deadline, 'the clock is not ready'


class StripeTest(unittest.TestCase):
    def setUp(self):
        chaos('stripe')

    def refused(self, kind, call):
        with self.assertRaises(kind) as refused:
            call()
        return refused.exception

    def test_makes_finds_and_deletes_a_customer(self):
        customer = client.customers.create({'email': 'ada@example.com', 'metadata': {'userId': '7'}})
        self.assertEqual(client.customers.retrieve(customer.id).metadata['userId'], '7')
        self.assertTrue(client.customers.delete(customer.id).deleted)

    def test_an_unknown_customer_is_resource_missing(self):
        error = self.refused(stripe.InvalidRequestError, lambda: client.customers.retrieve('cus_none'))
        self.assertEqual((error.http_status, error.code, error.param), (404, 'resource_missing', 'id'))

    def test_a_wrong_key_is_an_authentication_error(self):
        stranger = stripe.StripeClient('sk_test_wrong', base_addresses={'api': given.stripe.origin}).v1
        error = self.refused(stripe.AuthenticationError, lambda: stranger.customers.list())
        self.assertEqual(error.http_status, 401)

    def test_an_unknown_parameter_is_named(self):
        error = self.refused(stripe.InvalidRequestError, lambda: client.customers.create({'mail': 'a@b.c'}))
        self.assertEqual((error.http_status, error.code, error.param), (400, 'parameter_unknown', 'mail'))

    def test_a_checkout_session_is_paid_and_leaves_a_subscription(self):
        customer = client.customers.create({'email': 'a@b.c'})
        session = checkout(customer.id)
        self.assertEqual((session.status, session.payment_status, session.subscription), ('open', 'unpaid', None))
        pay(session.url)
        paid = client.checkout.sessions.retrieve(session.id, {'expand': ['subscription']})
        self.assertEqual((paid.status, paid.payment_status, paid.url), ('complete', 'paid', None))
        self.assertEqual(paid.subscription.metadata['userId'], '7')
        self.assertGreater(paid.subscription['items'].data[0].current_period_end, time.time())

    def test_a_checkout_session_without_items_is_refused(self):
        error = self.refused(stripe.InvalidRequestError, lambda: checkout(None, line_items=[]))
        self.assertEqual(error.http_status, 400)

    def test_an_upgrade_is_charged_what_its_preview_said(self):
        clock, customer, subscription = on_clock(prices.starterMonthly)
        item = subscription['items'].data[0]
        change = {
            'items': [{'id': item.id, 'price': prices.eliteMonthly}],
            'proration_behavior': 'always_invoice',
            'proration_date': (item.current_period_start + item.current_period_end) // 2,
        }
        preview = client.invoices.create_preview({'subscription': subscription.id, 'subscription_details': change})
        self.assertTrue(all(line.parent.subscription_item_details.proration for line in preview.lines.data))
        after = client.subscriptions.update(
            subscription.id, {**change, 'payment_behavior': 'pending_if_incomplete', 'expand': ['latest_invoice']}
        )
        self.assertEqual(after.latest_invoice.amount_paid, preview.amount_due)
        self.assertEqual(len(after['items'].data), 1)

    def test_a_schedule_changes_the_plan_at_the_end_of_the_period(self):
        clock, customer, subscription = on_clock(prices.eliteMonthly)
        schedule = client.subscription_schedules.create({'from_subscription': subscription.id})
        now = schedule.phases[0]
        client.subscription_schedules.update(schedule.id, {
            'end_behavior': 'release',
            'phases': [
                {'items': [{'price': prices.eliteMonthly}], 'start_date': now.start_date, 'end_date': now.end_date},
                {
                    'items': [{'price': prices.starterMonthly}],
                    'duration': {'interval': 'month', 'interval_count': 1},
                    'proration_behavior': 'none',
                },
            ],
        })
        advance(clock, year=2027, month=3, day=1)
        after = client.subscriptions.retrieve(subscription.id)
        self.assertEqual(after['items'].data[0].price.id, prices.starterMonthly)
        self.assertEqual([entry['detail']['amount'] for entry in journal(act='charge', account=customer.id)], [7990, 3390])

    def test_a_test_clock_renews_and_does_not_go_back(self):
        clock, customer, subscription = on_clock(prices.proMonthly)
        advance(clock, year=2027, month=3, day=1)
        invoices = client.invoices.list({'customer': customer.id}).data
        self.assertEqual([invoice.billing_reason for invoice in invoices], ['subscription_cycle', 'subscription_create'])
        error = self.refused(stripe.InvalidRequestError, lambda: advance(clock, year=2027, month=2, day=1))
        self.assertEqual(error.http_status, 400)

    def test_the_same_idempotency_key_is_answered_with_the_same_customer(self):
        made = [client.customers.create({'email': 'k@b.c'}, {'idempotency_key': 'py-replay'}) for _ in range(2)]
        self.assertEqual(made[0].id, made[1].id)
        self.assertEqual(made[1].last_response.headers['idempotent-replayed'], 'true')

    def test_the_same_idempotency_key_with_other_parameters_is_refused(self):
        client.customers.create({'email': 'one@b.c'}, {'idempotency_key': 'py-mismatch'})
        other = lambda: client.customers.create({'email': 'two@b.c'}, {'idempotency_key': 'py-mismatch'})
        self.assertEqual(self.refused(stripe.IdempotencyError, other).http_status, 400)

    def test_a_key_whose_parameters_were_refused_can_be_used_again(self):
        options = {'idempotency_key': 'py-again'}
        self.refused(stripe.InvalidRequestError, lambda: client.customers.create({'mail': 'x'}, options))
        self.assertTrue(client.customers.create({'email': 'x@b.c'}, options).id.startswith('cus_'))

    def test_a_list_pages_through_everything_once(self):
        for number in range(3):
            client.customers.create({'email': f'page{number}@py.test'})
        found = [customer.email for customer in client.customers.list({'limit': 2}).auto_paging_iter()]
        self.assertLessEqual({f'page{number}@py.test' for number in range(3)}, set(found))
        self.assertEqual(len(client.customers.list({'limit': 2}).data), 2)

    def test_a_subscription_that_must_not_begin_unpaid_does_not(self):
        customer = client.customers.create({'email': 'asks@b.c'})
        method = client.payment_methods.attach('pm_card_authenticationRequired', {'customer': customer.id})
        error = self.refused(stripe.CardError, lambda: client.subscriptions.create({
            'customer': customer.id,
            'items': [{'price': prices.proMonthly}],
            'default_payment_method': method.id,
            'payment_behavior': 'error_if_incomplete',
        }))
        self.assertEqual((error.http_status, error.code), (402, 'subscription_payment_intent_requires_action'))
        self.assertEqual(client.subscriptions.list({'customer': customer.id, 'status': 'all'}).data, [])

    def test_a_line_item_without_quantity_is_refused(self):
        error = self.refused(
            stripe.InvalidRequestError, lambda: checkout(None, line_items=[{'price': prices.proMonthly}], customer_email='a@b.c')
        )
        self.assertEqual(error.param, 'line_items[0]')

    def test_customers_are_searched(self):
        customer = client.customers.create({'email': 'found@b.c', 'metadata': {'userId': '71'}})
        found = client.customers.search({'query': "metadata['userId']:'71'"}).data
        self.assertEqual([one.id for one in found], [customer.id])

    def test_a_webhook_is_signed_so_that_the_sdk_takes_it_and_no_other(self):
        received = queue.Queue()

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers['content-length'])).decode()
                received.put((body, self.headers['stripe-signature']))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        with ThreadingHTTPServer(('127.0.0.1', 0), Receiver) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            client.webhook_endpoints.update('we_reelwright', {'url': f'http://127.0.0.1:{server.server_port}/hook'})
            client.customers.create({'email': 'hook@b.c'})
            body = ''
            while 'hook@b.c' not in body:
                body, signature = received.get(timeout=10)
            server.shutdown()
        event = stripe.Webhook.construct_event(body, signature, given.stripe.webhookSecret)
        self.assertEqual((event.type, event.data.object.email), ('customer.created', 'hook@b.c'))
        for changed, secret in ((body + ' ', given.stripe.webhookSecret), (body, 'whsec_other')):
            with self.assertRaises(stripe.SignatureVerificationError):
                stripe.Webhook.construct_event(changed, signature, secret)
