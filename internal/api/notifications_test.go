package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/testkit"
)

type wireNotification struct {
	Category, Channel  string
	IsEnabled, IsFixed bool
}

type wireNotifications struct{ Preferences []wireNotification }

func (p person) notifications(t *testing.T) map[string]string {
	t.Helper()
	var out wireNotifications
	if status := p.do(t, http.MethodGet, "/api/RMUsers/{id}/getNotificationPreferences", nil, &out); status != http.StatusOK {
		t.Fatalf("preferences: status %d, want 200", status)
	}
	return out.byName()
}

func (w wireNotifications) byName() map[string]string {
	all := map[string]string{}
	for _, n := range w.Preferences {
		state := map[bool]string{true: "on", false: "off"}[n.IsEnabled]
		if n.IsFixed {
			state += ", fixed"
		}
		all[n.Category+" by "+n.Channel] = state
	}
	return all
}

func choices(of ...object) object {
	list := make([]any, len(of))
	for i, choice := range of {
		list[i] = choice
	}
	return object{"preferences": list}
}

// A customer switches messages off and on. The same choice twice is one change, and other customers
// are not affected.
func TestACustomerChoosesMessages(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	me := o.other
	want := map[string]string{
		"security by sms": "on, fixed", "security by email": "on, fixed", "security by push": "on, fixed",
		"transactional by sms": "on", "transactional by email": "on", "transactional by push": "on",
		"service by sms": "on", "service by email": "on", "service by push": "on",
	}
	if diff := cmp.Diff(want, me.notifications(t)); diff != "" {
		t.Errorf("before any choice (-want +got):\n%s", diff)
	}
	const path = "/api/RMUsers/{id}/setNotificationPreferences"
	off := object{"category": "service", "channel": "email", "isEnabled": false}
	want["service by email"] = "off"
	for range 2 {
		var out wireNotifications
		if status := me.do(t, http.MethodPost, path, choices(off, object{"category": "service", "channel": "push", "isEnabled": true}), &out); status != http.StatusOK {
			t.Fatalf("choose: status %d, want 200", status)
		}
		if diff := cmp.Diff(want, out.byName()); diff != "" {
			t.Errorf("the answer to a choice (-want +got):\n%s", diff)
		}
	}
	var recorded []string
	for _, row := range o.recorded(t, me.id) {
		if row.Action == "notification_preference_changed" {
			recorded = append(recorded, row.Actor+" "+row.Object)
		}
	}
	if diff := cmp.Diff([]string{"customer service/email/off"}, recorded); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
	for name, wrong := range map[string]object{
		"no choice":              choices(),
		"security off":           choices(object{"category": "security", "channel": "sms", "isEnabled": false}),
		"no such channel":        choices(object{"category": "service", "channel": "letter", "isEnabled": true}),
		"twice":                  choices(off, object{"category": "service", "channel": "email", "isEnabled": true}),
		"no word on or off":      choices(object{"category": "service", "channel": "email"}),
		"more than there can be": choices(make([]object, 21)...),
	} {
		if status := me.do(t, http.MethodPost, path, wrong, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d, want 422", name, status)
		}
	}
	if diff := cmp.Diff(want, me.notifications(t)); diff != "" {
		t.Errorf("after the refusals (-want +got):\n%s", diff)
	}
	for _, call := range []string{"GET get", "POST set"} {
		method, verb, _ := strings.Cut(call, " ")
		other := fmt.Sprintf("/api/RMUsers/%d/%sNotificationPreferences", me.id+1, verb)
		if status := me.do(t, method, other, choices(off), nil); status != http.StatusNotFound {
			t.Errorf("%s of another customer: status %d, want 404", other, status)
		}
	}
}

// After signing out, a device gets no more push messages.
func TestASignOutEndsPushMessages(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	me := o.other
	other := person{o.demoCity, me.id, o.signInBy(me.id, account.Handoff{})}
	for device, p := range map[string]person{"this": me.person, "other": other} {
		body := object{"firebaseDeviceToken": device, "isContactPermissionAllowed": true, "devicePlatform": "mweb"}
		if status := p.do(t, http.MethodPost, "/api/messageToken", body, nil); status != http.StatusOK {
			t.Fatalf("register: status %d, want 200", status)
		}
	}
	if status := me.do(t, http.MethodPost, "/api/RMUsers/logout", object{}, nil); status != http.StatusOK {
		t.Fatalf("logout: status %d, want 200", status)
	}
	devices, err := o.store.Queries().AccountDevices(t.Context(), me.id)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, d := range devices {
		left = append(left, d.DeviceToken)
	}
	if diff := cmp.Diff([]string{"other"}, left); diff != "" {
		t.Errorf("devices after the sign-out (-want +got):\n%s", diff)
	}
}

type wireMessage struct {
	ID            int64
	At            string
	Subject, Body string
	Ways          []struct{ Channel, State string }
}

// Each message to a customer is listed once, whatever its channels, without codes, and the list can
// be read to its end.
func TestACustomerReadsWhatWasTold(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			o := newTwoCustomers(t, engine)
			me := o.other
			var all []wireMessage
			before := int64(0)
			for {
				var page struct {
					Messages []wireMessage
					Next     int64
				}
				path := fmt.Sprintf("/api/RMUsers/{id}/getMessages?before=%d", before)
				if status := me.do(t, http.MethodGet, path, nil, &page); status != http.StatusOK {
					t.Fatalf("messages before %d: status %d, want 200", before, status)
				}
				if len(page.Messages) > 10 {
					t.Errorf("messages before %d: got %d, want at most 10", before, len(page.Messages))
				}
				all = append(all, page.Messages...)
				if before = page.Next; before == 0 {
					break
				}
			}
			rows, err := o.store.Queries().NotifyOutbox(t.Context(), "", 100_000)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]int{}
			for _, r := range rows {
				if r.CustomerID == me.id && r.Channel == "email" {
					want[r.Subject+"\n"+strings.ReplaceAll(r.Body, "#{payCode}", "")]++ // nobody sees the code of a link
				}
			}
			got := map[string]int{}
			for _, m := range all {
				got[m.Subject+"\n"+m.Body]++
				if len(m.Ways) == 0 {
					t.Errorf("%q: no way by which it was told", m.Subject)
				}
			}
			if len(want) == 0 {
				t.Fatal("the customer was told nothing")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("what was told (-want +got):\n%s", diff)
			}
		})
	}
}
