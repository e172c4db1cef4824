package account_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/jobs"
)

// freshQueue returns a queue for a second service on the same database.
func freshQueue(w *fixture) *jobs.Queue {
	return jobs.New(w.store, w.ids, w.clock, slog.New(slog.DiscardHandler))
}

// CALL-11, ENTITY-75: the chat's auth code identifies the customer by an id that reveals nothing,
// and is valid for 15 minutes.
func TestChatSession(t *testing.T) {
	each(t, func(w *fixture) {
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
		if all, _ := w.chats(); all != 0 {
			t.Errorf("a read wrote %d chats, want none", all)
		}
	})
}

// We vouch for an id to the chat service only if its own code is from the last 15 minutes.
func TestVerifyChat(t *testing.T) {
	each(t, func(w *fixture) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		chat, err := w.ChatSession(w.Context(), asha)
		w.must(err)
		other, err := w.ChatSession(w.Context(), bilal)
		w.must(err)
		w.must(w.VerifyChat(w.Context(), chat.ID, chat.AuthCode))
		claim, seal, _ := strings.Cut(chat.AuthCode, ".")
		longer, err := json.Marshal(map[string]any{"sid": chat.ID, "exp": start.Add(24 * time.Hour).Unix()})
		w.must(err)
		for name, code := range map[string]string{
			"none": "", "no seal": claim, "another's": other.AuthCode, "another seal": claim + "." + seal[1:], "no base64": claim + ".%",
			"a later end": base64.RawURLEncoding.EncodeToString(longer) + "." + seal,
		} {
			w.refused(name, w.VerifyChat(w.Context(), chat.ID, code), 400)
		}
		w.refused("for another", w.VerifyChat(w.Context(), other.ID, chat.AuthCode), 400)
		w.clock.Advance(15 * time.Minute)
		w.refused("late", w.VerifyChat(w.Context(), chat.ID, chat.AuthCode), 400)
	})
}

// CALL-12, CALL-13: a chat is recorded and ended. Repeating a call changes nothing.
func TestRecordChat(t *testing.T) {
	each(t, func(w *fixture) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		chat, err := w.ChatSession(w.Context(), asha)
		w.must(err)
		for _, active := range []bool{true, true, false, false} {
			w.must(w.RecordChat(w.Context(), asha, chat.ID, active))
			if all, open := w.chats(); all != 1 || open == 1 != active {
				t.Errorf("%d chats, of them %d active; want 1, active: %v", all, open, active)
			}
		}
		w.refused("another customer's chat", w.RecordChat(w.Context(), bilal, chat.ID, true), 404)
	})
}

// CALL-16, ENTITY-64: a device is stored once, and belongs to whoever registered it last.
func TestRegisterDevice(t *testing.T) {
	each(t, func(w *fixture) {
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

// A device gets no more messages once the session that registered it last has ended. Other devices
// keep getting theirs.
func TestASignOutDropsTheDevice(t *testing.T) {
	for name, end := range map[string]func(w *fixture, session account.Session, token, other string) error{
		"logout": func(w *fixture, _ account.Session, token, _ string) error { return w.Logout(w.Context(), token) },
		"disown": func(w *fixture, s account.Session, token, _ string) error { return w.Disown(w.Context(), s, token) },
		"others": func(w *fixture, s account.Session, _, other string) error { return w.EndOthers(w.Context(), s, other) },
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *fixture) {
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

// Records past their retention are deleted each night.
func TestForget(t *testing.T) {
	each(t, func(w *fixture) {
		asha := w.session(w.customerToken(w.asha))
		challenge, _ := w.requestCode(ashaMobile)
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		for _, after := range []time.Duration{0, 400 * 24 * time.Hour} {
			w.clock.Set(start.Add(after))
			w.run()
			sessions, err := w.store.Queries().AccountSessions(w.Context(), w.asha, 0)
			w.must(err)
			events := w.events(w.asha)
			_, err = w.store.Queries().AccountChallenge(w.Context(), challenge)
			got := []bool{len(sessions) > 0, len(events) > 0, err == nil}
			if want := after == 0; cmp.Diff([]bool{want, want, want}, got) != "" {
				t.Errorf("%v later: sessions, events, challenge left: %v", after, got)
			}
		}
	})
}

// A customer keeps the 20 devices that were registered last, and registering one again counts as
// the last.
func TestKeptDevices(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		asha := w.session(token)
		register := func(name string) {
			w.clock.Advance(time.Minute)
			w.must(w.RegisterDevice(w.Context(), asha, token, account.Device{Token: name}))
		}
		for n := range 20 {
			register(fmt.Sprintf("device-%02d", n))
		}
		register("device-00")
		register("device-20")
		devices, err := w.store.Queries().AccountDevices(w.Context(), w.asha)
		w.must(err)
		want, got := []string{"device-00"}, []string{}
		for n := range 19 {
			want = append(want, fmt.Sprintf("device-%02d", n+2))
		}
		for _, d := range devices {
			got = append(got, d.DeviceToken)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("devices (-want +got):\n%s", diff)
		}
	})
}
