package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/site"
)

// pushBrowser is a browser of a person, at the sandbox's push service.
type pushBrowser struct {
	person
	t *testing.T

	path, token string
}

func (p person) pushBrowser(t *testing.T) pushBrowser {
	t.Helper()
	var config site.AppConfig
	p.do(t, http.MethodGet, "/app-config.json", nil, &config)
	var s struct {
		Endpoint string
		Keys     struct{ P256dh, Auth string }
	}
	if status := p.do(t, http.MethodPost, "/sandbox/webpush/subscriptions", object{"applicationServerKey": config.PushKey}, &s); status != http.StatusCreated {
		t.Fatalf("subscribe: status %d, want 201", status)
	}
	_, path, _ := strings.Cut(s.Endpoint, "/sandbox/")
	return pushBrowser{p, t, "/sandbox/" + path, fmt.Sprintf("%s#p256dh=%s&auth=%s", s.Endpoint, s.Keys.P256dh, s.Keys.Auth)}
}

// register registers the browser with the server.
func (b pushBrowser) register(allowed bool) {
	b.t.Helper()
	body := object{"firebaseDeviceToken": b.token, "isContactPermissionAllowed": allowed, "devicePlatform": "mweb"}
	if status := b.do(b.t, http.MethodPost, "/api/messageToken", body, nil); status != http.StatusOK {
		b.t.Fatalf("register: status %d, want 200", status)
	}
}

// changePayee changes the payee, which is announced even at night, and sends the messages.
func (b pushBrowser) changePayee(vpa string) {
	b.t.Helper()
	body := object{"userId": b.id, "details": object{"vpa": vpa}}
	if status := b.do(b.t, http.MethodPost, "/api/UserProfiles/setUpiDetails", body, nil); status != http.StatusOK {
		b.t.Fatalf("change the payee: status %d, want 200", status)
	}
	if _, err := b.city.Node.Services.Jobs.RunDue(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// titles returns the titles of the messages that the browser has read.
func (b pushBrowser) titles() []string {
	b.t.Helper()
	var list []struct{ Title string }
	b.do(b.t, http.MethodGet, b.path+"/messages", nil, &list)
	var titles []string
	for _, m := range list {
		titles = append(titles, m.Title)
	}
	return titles
}

// isKept reports whether the server has the device.
func (b pushBrowser) isKept() bool {
	b.t.Helper()
	devices, err := b.city.store.Queries().AccountDevices(b.t.Context(), b.id)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, d := range devices {
		if d.DeviceToken == b.token {
			return true
		}
	}
	return false
}

// CALL-16, ENTITY-64: a registered browser receives the customer's messages while they are allowed
// there. After the browser is gone, the device is deleted.
func TestABrowserIsTold(t *testing.T) {
	b := sharedCity(t).person(t, "kabir").pushBrowser(t)
	const changed = "Your refund details were changed"
	b.register(true)
	b.changePayee("kabir@okaxis")
	if diff := cmp.Diff([]string{changed}, b.titles()); diff != "" {
		t.Fatalf("read (-want +got):\n%s", diff)
	}
	b.register(false)
	b.changePayee("kabir@okicici")
	if got := len(b.titles()); got != 1 {
		t.Errorf("%d messages where the customer does not want to be told, want 1", got)
	}
	b.register(true)
	b.changePayee("kabir@oksbi")
	if diff := cmp.Diff(slices.Repeat([]string{changed}, 2), b.titles()); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if !b.isKept() {
		t.Error("the device is not kept, want it kept")
	}
	b.do(t, http.MethodDelete, b.path, nil, nil)
	b.changePayee("kabir@okhdfcbank")
	if b.isKept() {
		t.Error("a browser that has unsubscribed is kept, want it forgotten")
	}
}

// A device that cannot receive messages is refused: a browser of an unknown vendor, or any other
// server that somebody names.
func TestADeviceToWhichNothingIsSent(t *testing.T) {
	p := sharedCity(t).person(t, "kabir")
	_, keys, _ := strings.Cut(p.pushBrowser(t).token, "#")
	for token, want := range map[string]int{
		"https://push.example/1#" + keys:        http.StatusUnprocessableEntity,
		"http://169.254.169.254/latest#" + keys: http.StatusUnprocessableEntity,
		"https://fcm.googleapis.com/fcm/send/x": http.StatusUnprocessableEntity,
		"fGx3kQ7mRz2:APA91bH5v8, an app's":      http.StatusOK,
		strings.Repeat("x", 513):                http.StatusUnprocessableEntity,
	} {
		var refusal problem
		body := object{"firebaseDeviceToken": token, "isContactPermissionAllowed": true, "devicePlatform": "mweb"}
		if status := p.do(t, http.MethodPost, "/api/messageToken", body, &refusal); status != want {
			t.Errorf("%s: status %d, want %d", token, status, want)
		}
		if code := refusal.Error.Extra["code"]; strings.Contains(token, "://") && code != "device.not_served" {
			t.Errorf("%s: %v, want device.not_served", token, code)
		}
	}
}
