package audit_test

import (
	"testing"

	"rento/internal/audit"
)

func TestNetworkCutsAnAddress(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.77":                     "203.0.113.0/24",
		"::ffff:203.0.113.77":              "203.0.113.0/24",
		"2001:db8:1234:5678:9abc:def0:1:2": "2001:db8:1234::/48",
		"fe80:1:2:3::1%eth0":               "fe80:1:2::/48",
		"":                                 "",
		"somewhere":                        "",
	} {
		if got := audit.Network(address); got != want {
			t.Errorf("Network(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestAnActorIsReadBackAsItWasStored(t *testing.T) {
	for _, a := range []audit.Actor{
		audit.Customer(), audit.Agent("ravi"), audit.Staff("Meera Nair"), audit.System("every/billing"), audit.Provider("razorpay"),
	} {
		if got := audit.ParseActor(a.String()); got != a {
			t.Errorf("ParseActor(%q) = %v, want %v", a.String(), got, a)
		}
	}
}

func TestAContextWithoutAnActorSaysSo(t *testing.T) {
	if got := audit.ActorOf(t.Context()).String(); got != "unknown" {
		t.Errorf("actor %q, want unknown", got)
	}
	ctx := audit.WithActor(t.Context(), audit.Agent("ravi"))
	if got := audit.ActorOf(ctx).String(); got != "agent:ravi" {
		t.Errorf("actor %q, want agent:ravi", got)
	}
}

func TestValidName(t *testing.T) {
	for name, want := range map[string]bool{
		"Meera Nair": true, "ravi": true, "m.nair@rento.example": true, "O'Neil": true, "": false, " ": false,
		"a:b": false, "a\nb": false, "<b>": false, "a234567890123456789012345678901234567890123456789012345678901": false,
	} {
		if got := audit.ValidName(name); got != want {
			t.Errorf("ValidName(%q) = %v, want %v", name, got, want)
		}
	}
}
