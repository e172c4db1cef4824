package payment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	atbilldesk "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	atjuspay "rento/internal/sandbox/juspay"
	atpaytm "rento/internal/sandbox/paytm"
	atrazorpay "rento/internal/sandbox/razorpay"
)

// mutatedSide is a gateway whose answers are changed on their way to its adapter. material lists
// the names of the members that may be changed: what the payment is for, its currency, its payee
// and its amount.
type mutatedSide struct {
	name, reading string
	keys          emulator.Keys
	material      []string
	connect       func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Gateway, error)
	// opened reads an answer, and sealed writes a changed answer in the gateway's own form. They
	// are nil for plain JSON.
	opened func(raw []byte) ([]byte, error)
	sealed func(raw []byte) ([]byte, error)
}

var billdeskSigning = []byte("sbx-billdesk-hmac-secret-00000001")

var mutatedSides = []mutatedSide{
	{
		name: razorpay.Name, reading: "/payments", material: []string{"amount", "currency", "order_id"},
		keys: atrazorpay.Keys{ID: "rzp_test_SBX0000000001", Secret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001"},
		connect: func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Gateway, error) {
			return razorpay.New(razorpay.Config{
				BaseURL: base, KeyID: "rzp_test_SBX0000000001", KeySecret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001", ScriptURL: base + "/v1/checkout.js",
			}, clock, nil, network)
		},
	},
	{
		name: paytm.Name, reading: "/v3/order/status", material: []string{"txnAmount", "orderId", "mid"},
		keys: atpaytm.Keys{MID: "SBXMID00000000000001", Key: "SBXKEY0123456789", Website: "WEBSTAGING"},
		connect: func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Gateway, error) {
			return paytm.New(paytm.Config{BaseURL: base, MID: "SBXMID00000000000001", Key: "SBXKEY0123456789", Website: "WEBSTAGING"}, clock, nil, network)
		},
	},
	{
		name: juspay.Name, reading: "/orders/", material: []string{"amount", "currency", "order_id"},
		keys: atjuspay.Keys{MerchantID: "rento", APIKey: "SBXAPIKEY", ResponseKey: "SBXRESPONSEKEY0001", WebhookUser: "juspay", WebhookPassword: "SBXWEBHOOKS"},
		connect: func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Gateway, error) {
			wallets, err := juspay.New(juspay.Config{
				BaseURL: base, MerchantID: "rento", APIKey: "SBXAPIKEY", ResponseKey: "SBXRESPONSEKEY0001", WebhookUser: "juspay", WebhookPassword: "SBXWEBHOOKS",
			}, clock, nil, network)
			if err != nil {
				return nil, err
			}
			return wallets[0], nil
		},
	},
	{
		name: billdesk.Name, reading: "/transactions/get", material: []string{"amount", "currency", "orderid", "mercid"},
		keys: atbilldesk.Keys{MerchantID: "SBXMERC", ClientID: "sbxclient", SigningKey: string(billdeskSigning)},
		connect: func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Gateway, error) {
			return billdesk.New(billdesk.Config{
				BaseURL: base, SDKURL: base + "/jssdk/v1/dist", MerchantID: "SBXMERC", ClientID: "sbxclient", SigningKey: string(billdeskSigning),
			}, clock, nil, network)
		},
		opened: func(raw []byte) ([]byte, error) {
			signed, err := jose.ParseSignedCompact(string(raw), []jose.SignatureAlgorithm{jose.HS256})
			if err != nil {
				return nil, err
			}
			return signed.Verify(billdeskSigning)
		},
		sealed: func(raw []byte) ([]byte, error) {
			signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: billdeskSigning}, (&jose.SignerOptions{}).WithHeader("clientid", "sbxclient"))
			if err != nil {
				return nil, err
			}
			signed, err := signer.Sign(raw)
			if err != nil {
				return nil, err
			}
			text, err := signed.CompactSerialize()
			return []byte(text), err
		},
	},
}

// mutating is the network path to a gateway. While chance is set, it changes one material member
// in each answer, and did says that it has.
type mutating struct {
	mutatedSide
	box    *sandbox.Sandbox
	chance *rand.Rand
	did    bool
}

func (m *mutating) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := m.box.Transport().RoundTrip(r)
	if err != nil || m.chance == nil || !strings.Contains(r.URL.Path, m.reading) {
		return answer, err
	}
	raw, err := io.ReadAll(answer.Body)
	if err == nil {
		err = answer.Body.Close()
	}
	if err == nil && m.opened != nil {
		raw, err = m.opened(raw)
	}
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var body any
	if err := d.Decode(&body); err != nil {
		return nil, err
	}
	var places []func()
	m.find(body, &places)
	if len(places) == 0 {
		return nil, fmt.Errorf("%s has nothing that could be changed: %s", m.name, raw)
	}
	places[m.chance.IntN(len(places))]()
	m.did = true
	if raw, err = json.Marshal(body); err == nil && m.sealed != nil {
		raw, err = m.sealed(raw)
	}
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	answer.Header.Del("Content-Length")
	return answer, err
}

// find collects the members that may be changed.
func (m *mutating) find(in any, places *[]func()) {
	switch in := in.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(in)) {
			if slices.Contains(m.material, name) && in[name] != nil {
				*places = append(*places, func() { in[name] = m.another(in[name]) })
			}
			m.find(in[name], places)
		}
	case []any:
		for _, each := range in {
			m.find(each, places)
		}
	}
}

// another returns a value that differs from the given one.
func (m *mutating) another(value any) any {
	text, isText := value.(string)
	if !isText {
		text = fmt.Sprint(value)
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return []string{text + "X", "", strings.ToLower(text) + "_", text[1:], "USD"}[m.chance.IntN(5)]
	}
	wrong := []float64{number + 1, number - 1, number * 100, number / 100, 0, -number}[m.chance.IntN(6)]
	if !isText {
		return json.Number(strconv.FormatFloat(wrong, 'f', -1, 64))
	}
	return strconv.FormatFloat(wrong, 'f', 2, 64)
}

// If the amount, currency, order or merchant in a gateway's answer is changed in any way, the
// payment pays nothing. The adapter refuses it, or the money goes to the suspense account and a
// person looks at it (P3). RENTO_TEST_CHAOS=1 changes 100,000 answers of each gateway.
func TestMutatedAnswersOfEachGatewayPayNothing(t *testing.T) {
	times := 500
	if os.Getenv("RENTO_TEST_CHAOS") == "1" {
		times = 100_000
	}
	for _, side := range mutatedSides {
		t.Run(side.name, func(t *testing.T) {
			clock := calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0))
			box, err := sandbox.New(sandbox.Options{Clock: clock, PublicURL: "http://shop.test", Random: rand.NewPCG(1, 2), Merchants: []sandbox.Merchant{{Keys: side.keys}}})
			if err != nil {
				t.Fatal(err)
			}
			way := &mutating{mutatedSide: side, box: box}
			gateway, err := side.connect(box.BaseURL(side.name), clock, way)
			if err != nil {
				t.Fatal(err)
			}
			const reference, amount = "RM0001", money.Paise(283000)
			order, err := gateway.CreateOrder(t.Context(), provider.OrderRequest{
				Reference: reference, Amount: amount, ReturnURL: "http://shop.test/back", Customer: provider.Customer{ID: 7, Name: "Asha Rao", Email: "asha@example.in", Mobile: "9812345670"},
				Device: provider.Device{Address: "203.0.113.7", UserAgent: "Mozilla/5.0"},
			})
			if err != nil {
				t.Fatal(err)
			}
			paid, err := (&http.Client{Transport: box.Transport()}).Post(box.BaseURL(side.name)+"/pay", "application/json", strings.NewReader(`{"order_id":"`+order.OrderID+`","outcome":"success"}`))
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(paid.Body); err != nil || paid.StatusCode != http.StatusOK {
				t.Fatalf("pay: %d, %v, %s; want 200", paid.StatusCode, err, text)
			}
			expected := expectation{orderID: order.OrderID, amount: amount, owed: amount}
			pays := func() (posts []Posting, captures bool, err error) {
				seen, err := gateway.Observe(t.Context(), reference, order.OrderID)
				for _, p := range seen.Payments {
					v := judge(expected, record{}, p)
					posts, captures = append(posts, v.post), captures || v.capture
				}
				return posts, captures, err
			}
			if posts, _, err := pays(); err != nil || !slices.Equal(posts, []Posting{Paid}) {
				t.Fatalf("unchanged: %v, %v; want it paid", posts, err)
			}
			refused, suspended := 0, 0
			for n := range times {
				way.chance, way.did = rand.New(rand.NewPCG(uint64(n), 7)), false
				clock.Advance(time.Second)
				posts, captures, err := pays()
				if !way.did {
					t.Fatalf("answer %d was not changed", n)
				}
				if captures {
					t.Fatalf("answer %d was captured, want it not captured", n)
				}
				if slices.Contains(posts, Paid) || slices.Contains(posts, Duplicate) {
					t.Fatalf("answer %d: %v; want it neither paid nor returned", n, posts)
				}
				switch {
				case err != nil:
					refused++
				case slices.Contains(posts, Suspended):
					suspended++
				default:
					t.Errorf("answer %d: %v without an error; want it told", n, posts)
				}
			}
			t.Logf("%d refused, %d suspended", refused, suspended)
		})
	}
}
