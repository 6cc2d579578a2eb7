// Stripe through its own Go SDK.
package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"
)

type googleGrant struct{ ClientId, ClientSecret, RefreshToken string }

var given struct {
	Google, Console string
	Drive, Youtube  googleGrant
	Stripe          struct {
		Origin, SecretKey, WebhookSecret string
		Prices                           struct{ StarterMonthly, ProMonthly, EliteMonthly, EliteAnnual string }
	}
}

var ctx = context.Background()

func TestMain(m *testing.M) {
	if err := json.Unmarshal([]byte(os.Getenv("SANDBOX")), &given); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func client(key string) *stripe.Client {
	config := &stripe.BackendConfig{
		URL:               stripe.String(given.Stripe.Origin),
		MaxNetworkRetries: stripe.Int64(0),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull},
	}
	return stripe.NewClient(key, stripe.WithBackends(stripe.NewBackendsWithConfig(config)))
}

func sandbox() *stripe.Client { return client(given.Stripe.SecretKey) }

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func equal[T comparable](t *testing.T, got, wanted T) {
	t.Helper()
	if got != wanted {
		t.Fatalf("got %v, wanted %v", got, wanted)
	}
}

// refused checks status, type and code of a refusal.
func refused(t *testing.T, err error, status int, kind stripe.ErrorType, code stripe.ErrorCode) *stripe.Error {
	t.Helper()
	var refusal *stripe.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("not refused: %v", err)
	}
	equal(t, refusal.HTTPStatusCode, status)
	equal(t, refusal.Type, kind)
	equal(t, refusal.Code, code)
	return refusal
}

func customer(t *testing.T, email string) *stripe.Customer {
	t.Helper()
	return must(sandbox().V1Customers.Create(ctx, &stripe.CustomerCreateParams{Email: stripe.String(email)}))(t)
}

func attached(t *testing.T, method, to string) string {
	t.Helper()
	params := &stripe.PaymentMethodAttachParams{Customer: stripe.String(to)}
	return must(sandbox().V1PaymentMethods.Attach(ctx, method, params))(t).ID
}

func subscribe(customer, price, method string, behavior string) (*stripe.Subscription, error) {
	return sandbox().V1Subscriptions.Create(ctx, &stripe.SubscriptionCreateParams{
		Customer:             stripe.String(customer),
		Items:                []*stripe.SubscriptionCreateItemParams{{Price: stripe.String(price)}},
		DefaultPaymentMethod: stripe.String(method),
		PaymentBehavior:      stripe.String(behavior),
	})
}

func Test_makes_finds_and_deletes_a_customer(t *testing.T) {
	made := customer(t, "go@example.com")
	equal(t, must(sandbox().V1Customers.Retrieve(ctx, made.ID, nil))(t).Email, "go@example.com")
	equal(t, must(sandbox().V1Customers.Delete(ctx, made.ID, nil))(t).Deleted, true)
}

func Test_a_wrong_key_and_a_missing_object_are_refused(t *testing.T) {
	_, err := client("sk_test_wrong").V1Customers.Retrieve(ctx, "cus_none", nil)
	refused(t, err, 401, stripe.ErrorTypeInvalidRequest, "")
	_, err = sandbox().V1Customers.Retrieve(ctx, "cus_none", nil)
	equal(t, refused(t, err, 404, stripe.ErrorTypeInvalidRequest, stripe.ErrorCodeResourceMissing).Param, "id")
}

func Test_a_checkout_session_is_paid_and_leaves_a_subscription(t *testing.T) {
	params := &stripe.CheckoutSessionCreateParams{
		Mode:     stripe.String("subscription"),
		Customer: stripe.String(customer(t, "pay@example.com").ID),
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{
			{Price: stripe.String(given.Stripe.Prices.ProMonthly), Quantity: stripe.Int64(1)},
		},
		SuccessURL: stripe.String("http://localhost:1/ok"),
		Locale:     stripe.String("de"),
	}
	session := must(sandbox().V1CheckoutSessions.Create(ctx, params))(t)
	pay(t, session.URL)
	again := &stripe.CheckoutSessionRetrieveParams{}
	again.AddExpand("subscription")
	paid := must(sandbox().V1CheckoutSessions.Retrieve(ctx, session.ID, again))(t)
	equal(t, paid.PaymentStatus, stripe.CheckoutSessionPaymentStatusPaid)
	equal(t, paid.Subscription.Status, stripe.SubscriptionStatusActive)
	if paid.Subscription.Items.Data[0].CurrentPeriodEnd <= time.Now().Unix() {
		t.Fatal("the period is over")
	}
}

// pay presses Pay on the checkout page, as a person would.
func pay(t *testing.T, page string) {
	t.Helper()
	form := url.Values{"act": {"pay"}, "email": {"a@b.c"}, "name": {"A"}, "number": {"4242 4242 4242 4242"}}
	stayHere := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	equal(t, must(stayHere.PostForm(page, form))(t).StatusCode, 303)
}

func Test_a_line_item_without_quantity_is_refused(t *testing.T) {
	_, err := sandbox().V1CheckoutSessions.Create(ctx, &stripe.CheckoutSessionCreateParams{
		Mode:       stripe.String("subscription"),
		LineItems:  []*stripe.CheckoutSessionCreateLineItemParams{{Price: stripe.String(given.Stripe.Prices.ProMonthly)}},
		SuccessURL: stripe.String("http://localhost:1/ok"),
	})
	refused(t, err, 400, stripe.ErrorTypeInvalidRequest, "")
}

func Test_a_subscription_that_must_not_begin_unpaid_does_not(t *testing.T) {
	made := customer(t, "asks@example.com")
	method := attached(t, "pm_card_authenticationRequired", made.ID)
	_, err := subscribe(made.ID, given.Stripe.Prices.ProMonthly, method, "error_if_incomplete")
	refused(t, err, 402, stripe.ErrorTypeCard, "subscription_payment_intent_requires_action")
}

func Test_an_upgrade_is_charged_what_its_preview_said(t *testing.T) {
	made := customer(t, "up@example.com")
	method := attached(t, "pm_card_visa", made.ID)
	present := must(subscribe(made.ID, given.Stripe.Prices.StarterMonthly, method, "allow_incomplete"))(t)
	item := present.Items.Data[0]
	at := stripe.Int64((item.CurrentPeriodStart + item.CurrentPeriodEnd) / 2)
	price := stripe.String(given.Stripe.Prices.EliteMonthly)
	preview := must(sandbox().V1Invoices.CreatePreview(ctx, &stripe.InvoiceCreatePreviewParams{
		Subscription: stripe.String(present.ID),
		SubscriptionDetails: &stripe.InvoiceCreatePreviewSubscriptionDetailsParams{
			Items:             []*stripe.InvoiceCreatePreviewSubscriptionDetailsItemParams{{ID: stripe.String(item.ID), Price: price}},
			ProrationBehavior: stripe.String("always_invoice"),
			ProrationDate:     at,
		},
	}))(t)
	change := &stripe.SubscriptionUpdateParams{
		Items:             []*stripe.SubscriptionUpdateItemParams{{ID: stripe.String(item.ID), Price: price}},
		ProrationBehavior: stripe.String("always_invoice"),
		ProrationDate:     at,
	}
	change.AddExpand("latest_invoice")
	after := must(sandbox().V1Subscriptions.Update(ctx, present.ID, change))(t)
	equal(t, after.LatestInvoice.AmountPaid, preview.AmountDue)
}

func Test_a_change_to_a_year_may_set_the_anchor_as_this_version_does(t *testing.T) {
	made := customer(t, "year@example.com")
	method := attached(t, "pm_card_visa", made.ID)
	present := must(subscribe(made.ID, given.Stripe.Prices.EliteMonthly, method, "allow_incomplete"))(t)
	after := must(sandbox().V1Subscriptions.Update(ctx, present.ID, &stripe.SubscriptionUpdateParams{
		Items: []*stripe.SubscriptionUpdateItemParams{
			{ID: stripe.String(present.Items.Data[0].ID), Price: stripe.String(given.Stripe.Prices.EliteAnnual)},
		},
		BillingCycleAnchorNow: stripe.Bool(true),
	}))(t)
	equal(t, string(after.Items.Data[0].Price.Recurring.Interval), "year")
}

func Test_the_same_idempotency_key_is_answered_with_the_same_customer(t *testing.T) {
	params := &stripe.CustomerCreateParams{Email: stripe.String("key@example.com")}
	params.SetIdempotencyKey("go-replay")
	first := must(sandbox().V1Customers.Create(ctx, params))(t)
	equal(t, must(sandbox().V1Customers.Create(ctx, params))(t).ID, first.ID)
	params.Email = stripe.String("other@example.com")
	_, err := sandbox().V1Customers.Create(ctx, params)
	refused(t, err, 400, stripe.ErrorTypeIdempotency, "")
}

func Test_a_list_and_a_search_page_through_everything_once(t *testing.T) {
	for range 3 {
		customer(t, "page@example.com")
	}
	list := &stripe.CustomerListParams{Email: stripe.String("page@example.com")}
	list.Limit = stripe.Int64(2)
	listed := 0
	for _, err := range sandbox().V1Customers.List(ctx, list).All(ctx) {
		must(0, err)(t)
		listed++
	}
	equal(t, listed, 3)
	search := &stripe.CustomerSearchParams{}
	search.Query = `email:"page@example.com"`
	search.Limit = stripe.Int64(2)
	found := 0
	for _, err := range sandbox().V1Customers.Search(ctx, search).All(ctx) {
		must(0, err)(t)
		found++
	}
	equal(t, found, 3)
}

func Test_a_webhook_is_signed_so_that_the_sdk_takes_it(t *testing.T) {
	type delivery struct {
		body      []byte
		signature string
	}
	came := make(chan delivery, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		came <- delivery{body, request.Header.Get("Stripe-Signature")}
	}))
	defer receiver.Close()
	params := &stripe.WebhookEndpointUpdateParams{URL: stripe.String(receiver.URL)}
	must(sandbox().V1WebhookEndpoints.Update(ctx, "we_reelwright", params))(t)
	wanted := customer(t, "hook@example.com").ID
	for {
		select {
		case one := <-came:
			// Events are rendered in the endpoint's version, which is newer than this SDK's.
			options := webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true}
			event := must(webhook.ConstructEventWithOptions(one.body, one.signature, given.Stripe.WebhookSecret, options))(t)
			if event.Data.Object["id"] == wanted {
				_, err := webhook.ConstructEventWithOptions(one.body, one.signature, "whsec_other", options)
				equal(t, errors.Is(err, webhook.ErrNoValidSignature), true)
				return
			}
		case <-time.After(10 * time.Second):
			t.Fatal("no event came")
		}
	}
}
