package account_test

import (
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/account"
	"rento/internal/jobs"
	"rento/internal/testkit"
)

// freshQueue is a queue for a second service on the same database.
func freshQueue(w *world) *jobs.Queue {
	return jobs.New(w.store, w.ids, w.clock, slog.New(slog.DiscardHandler))
}

// CALL-11, ENTITY-75: the chat's auth code names the customer by a name that
// tells nothing, and is good for a quarter of an hour.
func TestChatSession(t *testing.T) {
	each(t, func(w *world) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		first, err := w.ChatSession(w.Context(), asha)
		w.must(err)
		w.clock.Advance(time.Minute)
		again, err := w.ChatSession(w.Context(), asha)
		w.must(err)
		other, err := w.ChatSession(w.Context(), bilal)
		w.must(err)
		if first.ID != again.ID || first.ID == other.ID || len(first.ID) != 26 {
			t.Errorf("names %q, %q, %q, want %v and length 26", first.ID, again.ID, other.ID, again.ID)
		}
		text, _, _ := strings.Cut(first.AuthCode, ".")
		raw, err := base64.RawURLEncoding.DecodeString(text)
		w.must(err)
		var claim struct {
			SID string
			Exp int64
		}
		w.must(json.Unmarshal(raw, &claim))
		if claim.SID != first.ID || claim.Exp != start.Add(15*time.Minute).Unix() {
			t.Errorf("claim %s, want %v and %v", raw, first.ID, start.Add(15*time.Minute).Unix())
		}
		chats, err := w.store.Queries().AccountChats(w.Context(), w.asha)
		w.must(err)
		if len(chats) != 0 {
			t.Errorf("a read wrote %+v; want len(chats) = 0", chats)
		}
	})
}

// CALL-12, CALL-13: a chat is kept and ended; repeating it changes nothing.
func TestRecordChat(t *testing.T) {
	each(t, func(w *world) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		chat, err := w.ChatSession(w.Context(), asha)
		w.must(err)
		for _, active := range []bool{true, true, false, false} {
			w.must(w.RecordChat(w.Context(), asha, chat.ID, active))
			chats, err := w.store.Queries().AccountChats(w.Context(), w.asha)
			w.must(err)
			if len(chats) != 1 || chats[0].Active != active {
				t.Errorf("active %v: %+v; want len(chats) = 1, chats[0].Active = %v", active, chats, active)
			}
		}
		w.refused("another customer's chat", w.RecordChat(w.Context(), bilal, chat.ID, true), 404)
	})
}

// CALL-16, ENTITY-64: a device is noted once, and is whose it was last.
func TestRegisterDevice(t *testing.T) {
	each(t, func(w *world) {
		ashas, bilals := w.customerToken(w.asha), w.customerToken(w.bilal)
		asha, bilal := w.session(ashas), w.session(bilals)
		d := account.Device{Token: "token-1", Platform: "rento-android"}
		w.must(w.RegisterDevice(w.Context(), asha, ashas, d))
		d.ContactPermission = true
		w.must(w.RegisterDevice(w.Context(), asha, ashas, d))
		devices, err := w.store.Queries().AccountDevices(w.Context(), w.asha)
		w.must(err)
		if len(devices) != 1 || !devices[0].ContactPermission || devices[0].Platform != "rento-android" || devices[0].DeviceToken != "token-1" {
			t.Errorf(`devices %+v; want len(devices) = 1, devices[0].ContactPermission, devices[0].Platform = "rento-android", devices[0].DeviceToken = "token-1"`, devices)
		}
		w.must(w.RegisterDevice(w.Context(), bilal, bilals, d))
		devices, err = w.store.Queries().AccountDevices(w.Context(), w.asha)
		w.must(err)
		if len(devices) != 0 {
			t.Errorf("a device of two customers: %+v; want len(devices) = 0", devices)
		}
		w.refused("no token", w.RegisterDevice(w.Context(), asha, ashas, account.Device{}), 422)
		w.refused("a long token", w.RegisterDevice(w.Context(), asha, ashas, account.Device{Token: strings.Repeat("x", 513)}), 422)
		w.refused("a long platform", w.RegisterDevice(w.Context(), asha, ashas, account.Device{Token: "x", Platform: strings.Repeat("x", 41)}), 422)
	})
}

// A device is told nothing any more once the session is over that registered it
// last; others stay.
func TestASignOutDropsTheDevice(t *testing.T) {
	for name, end := range map[string]func(w *world, session account.Session, token, other string) error{
		"logout": func(w *world, _ account.Session, token, _ string) error { return w.Logout(w.Context(), token) },
		"disown": func(w *world, s account.Session, token, _ string) error { return w.Disown(w.Context(), s, token) },
		"others": func(w *world, s account.Session, _, other string) error { return w.EndOthers(w.Context(), s, other) },
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *world) {
				token, other := w.customerToken(w.asha), w.customerToken(w.asha)
				asha := w.session(token)
				for device, session := range map[string]string{"phone": token, "tablet": other} {
					w.must(w.RegisterDevice(w.Context(), asha, session, account.Device{Token: device}))
				}
				w.must(w.RegisterDevice(w.Context(), asha, other, account.Device{Token: "moved"}))
				w.must(w.RegisterDevice(w.Context(), asha, token, account.Device{Token: "moved"}))
				w.must(end(w, asha, token, other))
				devices, err := w.store.Queries().AccountDevices(w.Context(), w.asha)
				w.must(err)
				var left []string
				for _, d := range devices {
					left = append(left, d.DeviceToken)
				}
				if diff := cmp.Diff([]string{"tablet"}, left); diff != "" {
					t.Errorf("devices that are left (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// CALL-15: an event is stored without what says who somebody is.
func TestTrack(t *testing.T) {
	each(t, func(w *world) {
		asha := w.session(w.customerToken(w.asha))
		events := map[string]string{
			``:                               `{}`,
			`{"screen":"home","items":3}`:    `{"items":3,"screen":"home"}`,
			`{"email":"a@b.in","x":1}`:       `{"x":1}`,
			`{"note":"call me 98765 43210"}`: `{}`,
			`{"cart":{"userMobile":"1","qty":2},"tags":["a","asha@example.in"]}`: `{"cart":{"qty":2}}`,
			`{"number":9876543210}`:                         `{}`,
			`{"accessToken":"x","product_name":"Oak sofa"}`: `{"product_name":"Oak sofa"}`,
		}
		for given, want := range events {
			w.must(w.Track(w.Context(), asha, account.TrackedEvent{Name: "Page Viewed", Platform: "web", Properties: json.RawMessage(given)}))
			rows, err := w.store.Queries().AccountEvents(w.Context(), w.asha)
			w.must(err)
			if got := rows[len(rows)-1].Properties; got != want {
				t.Errorf("%s was stored as %s, want %v", given, got, want)
			}
		}
	})
}

func TestTrackLimits(t *testing.T) {
	each(t, func(w *world) {
		asha := w.session(w.customerToken(w.asha))
		full := `{"x":"` + strings.Repeat("y", 4096-8) + `"}`
		cases := []struct {
			name string
			e    account.TrackedEvent
			ok   bool
		}{
			{"4 KiB", account.TrackedEvent{Name: "a", Properties: json.RawMessage(full)}, true},
			{"more than 4 KiB", account.TrackedEvent{Name: "a", Properties: json.RawMessage(full + " ")}, false},
			{"no name", account.TrackedEvent{}, false},
			{"a name with markup", account.TrackedEvent{Name: "<script>"}, false},
			{"a list", account.TrackedEvent{Name: "a", Properties: json.RawMessage(`[1]`)}, false},
			{"null", account.TrackedEvent{Name: "a", Properties: json.RawMessage(`null`)}, false},
			{"not JSON", account.TrackedEvent{Name: "a", Properties: json.RawMessage(`{`)}, false},
			{"a long platform", account.TrackedEvent{Name: "a", Platform: strings.Repeat("x", 41)}, false},
		}
		for _, c := range cases {
			err := w.Track(w.Context(), asha, c.e)
			if c.ok {
				w.must(err)
			} else {
				w.refused(c.name, err, 422)
			}
		}
		rows, err := w.store.Queries().AccountEvents(w.Context(), w.asha)
		w.must(err)
		if len(rows) != 1 {
			t.Errorf("%d events stored, want 1", len(rows))
		}
	})
}

// Wherever a phone number or an address is put, it is not stored.
func TestTrackKeepsNoPersonalDataProperty(t *testing.T) {
	w := newWorld(t, testkit.Open(t), account.Config{})
	asha := w.session(w.customerToken(w.asha))
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.SampledFrom([]string{"9876543210", "zoya@example.in", "ABCDE1234F", "98765 43210"}).Draw(t, "secret")
		var value any = rapid.StringMatching(`[a-z ]{0,9}`).Draw(t, "before") + secret
		for range rapid.IntRange(0, 3).Draw(t, "depth") {
			if rapid.Bool().Draw(t, "list") {
				value = []any{1, value}
			} else {
				value = map[string]any{rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "key"): value, "n": 1}
			}
		}
		raw, err := json.Marshal(map[string]any{"p": value})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Track(w.Context(), asha, account.TrackedEvent{Name: "a", Properties: raw}); err != nil {
			t.Fatal(err)
		}
		rows, err := w.store.Queries().AccountEvents(w.Context(), w.asha)
		if err != nil || strings.Contains(rows[len(rows)-1].Properties, secret) {
			t.Fatalf("%s was stored as %s, %v", raw, rows[len(rows)-1].Properties, err)
		}
	})
}

// What nobody needs any more is deleted each night.
func TestForget(t *testing.T) {
	each(t, func(w *world) {
		asha := w.session(w.customerToken(w.asha))
		challenge, _ := w.requestCode(ashaMobile)
		w.must(w.Track(w.Context(), asha, account.TrackedEvent{Name: "a"}))
		for _, after := range []time.Duration{0, 400 * 24 * time.Hour} {
			w.clock.Set(start.Add(after))
			w.run()
			sessions, err := w.store.Queries().AccountSessions(w.Context(), w.asha, 0)
			w.must(err)
			events, err := w.store.Queries().AccountEvents(w.Context(), w.asha)
			w.must(err)
			_, err = w.store.Queries().AccountChallenge(w.Context(), challenge)
			got := []bool{len(sessions) > 0, len(events) > 0, err == nil}
			if want := after == 0; cmp.Diff([]bool{want, want, want}, got) != "" {
				t.Errorf("%v later: sessions, events, challenge left: %v", after, got)
			}
		}
	})
}
