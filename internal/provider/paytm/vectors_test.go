package paytm

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

// The vectors were made with Paytm's own SDK and made-up credentials.
const (
	vectorKey  = "SBXKEY0123456789"
	vectorMID  = "SBXMID00000000000001"
	vectorBody = `{"mid":"SBXMID00000000000001","orderId":"RMTXN0001"}`
	vectorV6   = "cXtSYGwaB63n6SLO0y219uZNAZmuKpUowb30aJ05TqOSkaGbvGnOrEKQojN6k4PBEi/DjUlRQuluMC3ZBUkLY2zf7AfSIQMvlOlXAlxF4i4="
	vectorV7   = "onKQ7aPyR+ge6SszA9w7DxScwGEiyn3dWqxFatyfhIOqOHS/L211fP3v8QVP+bo+EsWumYiEdTKBGqozHeNV5C4IL9yZnIlymTGXcoHlRbQ="
)

func vectorForm() map[string]string {
	return map[string]string{
		"ORDERID": "RMTXN0001", "MID": vectorMID, "TXNID": "TXN0001", "TXNAMOUNT": "1299.00", "STATUS": "TXN_SUCCESS",
		"RESPCODE": "01", "RESPMSG": "Txn Success", "BANKNAME": "", "CHECKSUMHASH": vectorV7,
	}
}

func vectorGateway(t testing.TB, change func(*Config)) *Gateway {
	t.Helper()
	config := Config{BaseURL: "https://paytm.test", MID: vectorMID, Key: vectorKey, Website: "WEBSTAGING"}
	if change != nil {
		change(&config)
	}
	g, err := New(config, calendar.NewFrozen(time.Unix(1767225600, 0)), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestSignMatchesVectors(t *testing.T) {
	const text7 = "|SBXMID00000000000001|RMTXN0001|01|Txn Success|TXN_SUCCESS|1299.00|TXN0001"
	if got := string(formText(vectorForm())); got != text7 {
		t.Errorf("V7: text %q, want %q", got, text7)
	}
	for name, v := range map[string]struct{ text, salt, hash, want string }{
		"V6 JSON": {vectorBody, "aB3+", "eeb6265f02c9ab4483447048155bb938632978bf9995c7d5c473cf46508713d0aB3+", vectorV6},
		"V7 form": {text7, "Zz9/", "8dca2ef299557db50fe1a8eb83052b228c9d759498156bb754271ad2ce8ed5acZz9/", vectorV7},
	} {
		if got := string(hashed([]byte(v.text), v.salt)); got != v.hash {
			t.Errorf("%s: hash %s, want %s", name, got, v.hash)
		}
		if got, err := sign(vectorKey, []byte(v.text), v.salt); err != nil || got != v.want {
			t.Errorf("%s: checksum %s, %v; want %s", name, got, err, v.want)
		}
		if !signed(vectorKey, []byte(v.text), v.want) {
			t.Errorf("%s: its own checksum is refused", name)
		}
	}
}

// The length of the key chooses the cipher.
func TestKeysOfEachLength(t *testing.T) {
	for _, length := range []int{16, 24, 32} {
		key := strings.Repeat("k3Y-", 8)[:length]
		checksum, err := Sign(key, []byte("text"))
		if err != nil || len(checksum) != 108 || !signed(key, []byte("text"), checksum) {
			t.Errorf("%d characters: checksum %q, %v; want 108 characters that are taken", length, checksum, err)
		}
		if other := strings.Repeat("k3Y_", 8)[:length]; signed(other, []byte("text"), checksum) {
			t.Errorf("%d characters: another key takes it", length)
		}
		again, _ := Sign(key, []byte("text"))
		if again == checksum {
			t.Errorf("%d characters: two checksums have the same salt", length)
		}
	}
	for _, length := range []int{0, 8, 15, 17, 33} {
		if _, err := Sign(strings.Repeat("k", length), nil); err == nil {
			t.Errorf("a key of %d characters is taken", length)
		}
		if signed(strings.Repeat("k", length), []byte(vectorBody), vectorV6) {
			t.Errorf("a key of %d characters proves something", length)
		}
	}
}

func TestForgedChecksumsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ key, text, checksum string }{
		"wrong key":          {"SBXKEY9876543210", vectorBody, vectorV6},
		"one byte changed":   {vectorKey, strings.Replace(vectorBody, "0001\"}", "0002\"}", 1), vectorV6},
		"checksum changed":   {vectorKey, vectorBody, "d" + vectorV6[1:]},
		"its last byte":      {vectorKey, vectorBody, vectorV6[:106] + "5="},
		"empty":              {vectorKey, vectorBody, ""},
		"other case":         {vectorKey, vectorBody, strings.ToUpper(vectorV6)},
		"truncated":          {vectorKey, vectorBody, vectorV6[:104]},
		"one block":          {vectorKey, vectorBody, vectorV6[:20] + "A=="},
		"two of them":        {vectorKey, vectorBody, vectorV6[:107] + vectorV6},
		"line feed":          {vectorKey, vectorBody, vectorV6[:76] + "\n" + vectorV6[76:]},
		"no base64":          {vectorKey, vectorBody, strings.Repeat("*", 108)},
		"another order's":    {vectorKey, vectorBody, vectorV7},
		"decrypts to rubble": {vectorKey, vectorBody, strings.Repeat("A", 107) + "="},
	} {
		if signed(c.key, []byte(c.text), c.checksum) {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestReadReturn(t *testing.T) {
	with := func(changes ...string) map[string]string {
		form := vectorForm()
		for i := 0; i < len(changes); i += 2 {
			form[changes[i]] = changes[i+1]
		}
		return form
	}
	resigned := func(changes ...string) map[string]string {
		form := with(changes...)
		form[FieldChecksum], _ = Sign(vectorKey, formText(form))
		return form
	}
	for name, c := range map[string]struct {
		order  string
		fields map[string]string
		claim  provider.Claim
	}{
		"V7":                                {"RMTXN0001", vectorForm(), provider.ClaimPaid},
		"V7 with another amount":            {"RMTXN0001", with("TXNAMOUNT", "1.00"), ""},
		"one more field":                    {"RMTXN0001", with("AAA", "1"), ""},
		"another order of ours":             {"RMTXN0002", vectorForm(), ""},
		"another order, signed":             {"RMTXN0001", resigned("ORDERID", "RMTXN0002"), ""},
		"another merchant, signed":          {"RMTXN0001", resigned("MID", "SBXMID00000000000002"), ""},
		"no order of ours":                  {"", vectorForm(), ""},
		"success that is not proved":        {"RMTXN0001", with("CHECKSUMHASH", ""), ""},
		"failure that is not proved":        {"RMTXN0001", with("CHECKSUMHASH", "", "STATUS", "TXN_FAILURE"), provider.ClaimFailed},
		"failure, proved":                   {"RMTXN0001", resigned("STATUS", "TXN_FAILURE", "RESPCODE", "227"), provider.ClaimNone},
		"pending, proved":                   {"RMTXN0001", resigned("STATUS", "PENDING", "RESPCODE", "402"), provider.ClaimNone},
		"success with a code of no success": {"RMTXN0001", resigned("RESPCODE", "402"), provider.ClaimNone},
		"the Back key":                      {"RMTXN0001", map[string]string{}, provider.ClaimNone},
		"another gateway's fields":          {"RMTXN0001", map[string]string{"payment_id": "p"}, ""},
	} {
		claim, err := vectorGateway(t, nil).ReadReturn(provider.Order{Reference: c.order, ID: c.order}, c.fields)
		if claim != c.claim || (c.claim == "") != errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %q, %v; want %q", name, claim, err, c.claim)
		}
	}
	rotated := vectorGateway(t, func(c *Config) { c.Key, c.KeyOld = "SBXKEY9876543210", vectorKey })
	if claim, err := rotated.ReadReturn(provider.Order{ID: "RMTXN0001"}, vectorForm()); claim != provider.ClaimPaid || err != nil {
		t.Errorf("signed by the former key: %q, %v; want %q", claim, err, provider.ClaimPaid)
	}
}

const saleBody = `{"mid":"SBXMID00000000000001","orderId":"RMTXN0001","txnId":"TXN0001","txnAmount":"1299.00","currency":"INR","status":"TXN_SUCCESS","respCode":"01","respMsg":"Txn Success","txnType":"SALE","paymentMode":"UPI","bankName":"HDFC","txnDate":"2026-01-01 05:30:00.0"}`

var asJSON = http.Header{"Content-Type": {"application/json; charset=utf-8"}}

// event is a webhook whose signature covers a text.
func event(t testing.TB, body, text string) []byte {
	t.Helper()
	signature, err := Sign(vectorKey, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return []byte(`{"head":{"signature":"` + signature + `"}, "body": ` + body + "}\n")
}

func TestVerifyWebhookReadsEveryKind(t *testing.T) {
	form := url.Values{}
	for name, value := range vectorForm() {
		form.Set(name, value)
	}
	g := vectorGateway(t, nil)
	for name, c := range map[string]struct {
		header http.Header
		raw    []byte
		want   provider.Event
	}{
		"sale":            {asJSON, event(t, saleBody, saleBody), provider.Event{ID: "RMTXN0001:TXN_SUCCESS", Kind: "sale.txn_success", OrderID: "RMTXN0001", PaymentID: "TXN0001"}},
		"in capitals":     {http.Header{"Content-Type": {kindForm}}, []byte(form.Encode()), provider.Event{ID: "RMTXN0001:TXN_SUCCESS", Kind: "sale.txn_success", OrderID: "RMTXN0001", PaymentID: "TXN0001"}},
		"refund":          {asJSON, refundEvent(t, `,"refId":"dup-1","refundId":"R1"`), provider.Event{ID: "RMTXN0001:dup-1:PENDING", Kind: "refund.pending", OrderID: "RMTXN0001", PaymentID: "TXN0001", RefundID: "dup-1"}},
		"refund, id only": {asJSON, refundEvent(t, `,"refundId":"R1"`), provider.Event{ID: "RMTXN0001:R1:PENDING", Kind: "refund.pending", OrderID: "RMTXN0001", PaymentID: "TXN0001", RefundID: "R1"}},
		"a snapshot that cannot be read": {
			asJSON, event(t, strings.Replace(saleBody, "1299.00", "many", 1), strings.Replace(saleBody, "1299.00", "many", 1)),
			provider.Event{ID: "RMTXN0001:TXN_SUCCESS", Kind: "sale.txn_success", OrderID: "RMTXN0001", PaymentID: "TXN0001"},
		},
	} {
		got, err := g.VerifyWebhook(c.header, c.raw)
		if !g.LooksSigned(c.header) || err != nil || got.ID != c.want.ID || got.Kind != c.want.Kind || got.OrderID != c.want.OrderID || got.PaymentID != c.want.PaymentID || got.RefundID != c.want.RefundID {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
	straight := form.Encode()
	fields := strings.Split(straight, "&")
	slices.Reverse(fields)
	one, _ := g.VerifyWebhook(http.Header{"Content-Type": {kindForm}}, []byte(straight))
	for _, other := range []string{strings.Join(fields, "&"), straight + "&", straight + "&" + fields[0]} {
		if got, err := g.VerifyWebhook(http.Header{"Content-Type": {kindForm}}, []byte(other)); err != nil || len(got.Content) == 0 || !bytes.Equal(got.Content, one.Content) {
			t.Errorf("content of %s: %q, %v; want %q", other, got.Content, err, one.Content)
		}
	}
	told, _ := g.VerifyWebhook(asJSON, event(t, saleBody, saleBody))
	if p := told.Observation.Payments; len(p) != 1 || p[0].State != provider.PaymentCaptured || p[0].Amount != money.Rupees(1299) || !p[0].At.Equal(time.Unix(1767225600, 0)) {
		t.Errorf("payments %+v; want one of %v, captured at %v", p, money.Rupees(1299), time.Unix(1767225600, 0))
	}
}

func refundEvent(t *testing.T, more string) []byte {
	t.Helper()
	body := `{"mid":"SBXMID00000000000001","orderId":"RMTXN0001","txnId":"TXN0001","status":"PENDING","txnType":"REFUND"` + more + `}`
	return event(t, body, body)
}

func TestVerifyWebhookRefusesForgeries(t *testing.T) {
	good := event(t, saleBody, saleBody)
	foreign := strings.Replace(saleBody, vectorMID, "SBXMID00000000000002", 1)
	for name, raw := range map[string][]byte{
		"re-indented body":   bytes.Replace(good, []byte(`,"txnId"`), []byte(`, "txnId"`), 1),
		"one byte changed":   bytes.Replace(good, []byte("1299.00"), []byte("1299.01"), 1),
		"signed otherwise":   event(t, saleBody, "forged "+saleBody),
		"another merchant's": event(t, foreign, foreign),
		"no signature":       []byte(`{"head":{},"body":` + saleBody + `}`),
		"no head":            []byte(saleBody),
		"two values":         append(bytes.Clone(good), good...),
		"not JSON":           []byte("<html>"),
		"empty":              {},
	} {
		if _, err := vectorGateway(t, nil).VerifyWebhook(asJSON, raw); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v; want a refusal", name, err)
		}
	}
	if _, err := vectorGateway(t, nil).VerifyWebhook(http.Header{"Content-Type": {kindForm}}, good); !errors.Is(err, provider.ErrBadSignature) {
		t.Errorf("JSON as a form: %v; want a refusal", err)
	}
	other := vectorGateway(t, func(c *Config) { c.Key = "SBXKEY9876543210" })
	if _, err := other.VerifyWebhook(asJSON, good); !errors.Is(err, provider.ErrBadSignature) {
		t.Errorf("another key: %v; want a refusal", err)
	}
	for _, kind := range []string{"", "text/plain", "application/xml", "a/b/c"} {
		if (&Gateway{}).LooksSigned(http.Header{"Content-Type": {kind}}) {
			t.Errorf("a body of the kind %q is read", kind)
		}
	}
}

// What is signed and cannot be read is an error of its own.
func TestSignedEventsThatMakeNoSense(t *testing.T) {
	for _, body := range []string{
		`[]`, `{"mid":5}`, `{"mid":"SBXMID00000000000001"}`, `{"mid":"SBXMID00000000000001","orderId":"RMTXN0001"}`,
	} {
		_, err := vectorGateway(t, nil).VerifyWebhook(asJSON, event(t, body, body))
		if err == nil || errors.Is(err, provider.ErrBadSignature) || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v; want an error that it cannot be read", body, err)
		}
	}
}

func TestNewRefusesMissingConfiguration(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no merchant id": func(c *Config) { c.MID = "" },
		"no key":         func(c *Config) { c.Key = "" },
		"no website":     func(c *Config) { c.Website = "" },
		"key too short":  func(c *Config) { c.Key = "short" },
		"former key":     func(c *Config) { c.KeyOld = "seventeen letters" },
		"no base URL":    func(c *Config) { c.BaseURL = "" },
	} {
		config := Config{BaseURL: "https://paytm.test", MID: vectorMID, Key: vectorKey, Website: "W"}
		change(&config)
		if _, err := New(config, calendar.System{}, nil, nil); err == nil || strings.Contains(err.Error(), vectorKey) {
			t.Errorf("%s: %v; want a refusal without the key", name, err)
		}
	}
}

// Any checksum and any text may come: no panic, and nothing but what was signed
// is taken.
func FuzzChecksum(f *testing.F) {
	f.Add(vectorBody, vectorV6, vectorKey)
	f.Add("", "", "")
	f.Add("|", strings.Repeat("A", 107)+"=", strings.Repeat("k", 32))
	f.Fuzz(func(t *testing.T, text, checksum, key string) {
		if signed(key, []byte(text), checksum) && (text != vectorBody || checksum != vectorV6) {
			own, err := sign(key, []byte(text), saltOf(t, key, checksum))
			if err != nil || own != checksum {
				t.Errorf("taken, but not what is signed: %q of %q", checksum, text)
			}
		}
		own, err := Sign(key, []byte(text))
		if err != nil {
			return
		}
		if !signed(key, []byte(text), own) || signed(key, []byte(text+"x"), own) {
			t.Errorf("%q: its own checksum is refused, or taken for another text", text)
		}
	})
}

// saltOf tries the salt out that a taken checksum must have.
func saltOf(t *testing.T, key, checksum string) string {
	t.Helper()
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := base64.StdEncoding.DecodeString(checksum)
	if err != nil {
		t.Fatal(err)
	}
	cipher.NewCBCDecrypter(block, []byte(vector)).CryptBlocks(plain, plain)
	return string(plain[64:68])
}

func FuzzVerifyWebhook(f *testing.F) {
	f.Add([]byte(saleBody))
	f.Add([]byte(`{"mid":"SBXMID00000000000001","orderId":"o","status":"PENDING","refId":"r"}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return
		}
		g := vectorGateway(t, nil)
		told, err := g.VerifyWebhook(asJSON, event(t, string(body), string(bytes.TrimSpace(body))))
		if err == nil && (told.ID == "" || told.OrderID == "" || told.Kind == "") {
			t.Errorf("event %+v; want one with an id, an order and a kind", told)
		}
		if _, err := g.VerifyWebhook(asJSON, event(t, string(body), " "+string(body))); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("changed body taken: %v, want %v", err, provider.ErrBadSignature)
		}
	})
}
