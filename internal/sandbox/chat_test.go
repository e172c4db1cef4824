package sandbox_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/sandbox"
	"rento/internal/sandbox/chatwoot"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/haptik"
)

// chats is a sandbox of both chat providers, at a merchant who vouches for "asha" with
// the code "right".
func chats(t *testing.T) *fixture {
	t.Helper()
	verify := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if r.URL.Path != "/verify" || string(raw) != `{"auth_code":"right","auth_id":"asha"}` {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = w.Write([]byte(`{"status":true}`))
	})
	box, err := sandbox.New(sandbox.Options{
		Clock: calendar.System{}, PublicURL: origin, Webhooks: emulator.Transport{Handler: verify},
		Merchants: []sandbox.Merchant{
			{Keys: haptik.Keys{BusinessID: "77", ClientID: "client", VerifyURL: origin + "/verify"}},
			{Keys: chatwoot.Keys{WebsiteToken: "token", IdentityKey: "key"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{t: t, box: box, client: &http.Client{Transport: box.Transport()}}
}

// Haptik asks the merchant before it takes a customer, and its window writes only once
// it has.
func TestHaptikAsksTheMerchant(t *testing.T) {
	w := chats(t)
	sign := func(id, code, business string) (map[string]any, int) {
		return w.send(http.MethodPost, "/sandbox/haptik/v1.0/user/", map[string]string{"client_id": "client", "business_id": business, "auth_id": id, "auth_code": code}, nil)
	}
	for _, wrong := range [][3]string{{"asha", "wrong", "77"}, {"bilal", "right", "77"}, {"asha", "right", "78"}} {
		if answer, status := sign(wrong[0], wrong[1], wrong[2]); status != http.StatusBadRequest || answer["success"] != false {
			t.Errorf("%v: %v, HTTP %d; want it refused", wrong, answer, status)
		}
	}
	in, status := sign("asha", "right", "77")
	if status != http.StatusOK || in["success"] != true {
		t.Fatalf("%v, HTTP %d; want asha taken", in, status)
	}
	message := func(token any) (map[string]any, int) {
		return w.send(http.MethodPost, "/sandbox/haptik/v1.0/message/", map[string]any{"token": token, "text": "Hello"}, nil)
	}
	if answer, status := message("none"); status != http.StatusBadRequest {
		t.Errorf("%v, HTTP %d; want no message of nobody", answer, status)
	}
	if answer, status := message(in["token"]); status != http.StatusOK || answer["reply"] == nil {
		t.Errorf("%v, HTTP %d; want an answer", answer, status)
	}
}

// Chatwoot takes a customer by the HMAC of the inbox's key alone.
func TestChatwootWantsTheHMAC(t *testing.T) {
	w := chats(t)
	send := func(token, name, hash string) (map[string]any, int) {
		return w.send(http.MethodPost, "/sandbox/chatwoot/api/v1/widget/messages", map[string]string{"website_token": token, "identifier": name, "identifier_hash": hash, "content": "Hello"}, nil)
	}
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write([]byte("asha"))
	hash := hex.EncodeToString(mac.Sum(nil))
	for _, wrong := range []struct {
		token, name, hash string
		status            int
	}{{"other", "asha", hash, http.StatusNotFound}, {"token", "bilal", hash, http.StatusUnauthorized}, {"token", "asha", "", http.StatusUnauthorized}} {
		if answer, status := send(wrong.token, wrong.name, wrong.hash); status != wrong.status {
			t.Errorf("%+v: %v, HTTP %d; want HTTP %d", wrong, answer, status, wrong.status)
		}
	}
	if answer, status := send("token", "asha", hash); status != http.StatusOK || answer["reply"] == nil {
		t.Errorf("%v, HTTP %d; want an answer", answer, status)
	}
}

// Both scripts are served, and name what our drivers wait for.
func TestTheScriptsOfTheChats(t *testing.T) {
	w := chats(t)
	for path, want := range map[string]string{"haptik/loader.js": "haptik_sdk", "chatwoot/packs/js/sdk.js": "chatwoot:ready"} {
		answer, err := w.client.Get(origin + "/sandbox/" + path)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(raw), want) || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/javascript") {
			t.Errorf("%s: HTTP %d, %s, %v; want a script with %s", path, answer.StatusCode, answer.Header.Get("Content-Type"), err, want)
		}
	}
}
