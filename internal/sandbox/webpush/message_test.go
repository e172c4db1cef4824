package webpush

import (
	"crypto/ecdh"
	"encoding/base64"
	"slices"
	"testing"
)

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The example of RFC 8291, 5 is read, and nothing that differs from it in a bit.
func TestTheExampleOfTheStandard(t *testing.T) {
	key, err := ecdh.P256().NewPrivateKey(decoded(t, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
	if err != nil {
		t.Fatal(err)
	}
	auth := decoded(t, "BTBZMqHH6r4Tts7J_aSIgg")
	message := decoded(t, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	text, err := open(key, auth, message)
	if want := "When I grow up, I want to be a watermelon"; err != nil || string(text) != want {
		t.Fatalf("read %q, %v; want %q", text, err, want)
	}
	for _, at := range []int{0, headerSize - 1, headerSize, headerSize + pointSize, len(message) - 1} {
		changed := slices.Clone(message)
		changed[at] ^= 0x80
		if text, err := open(key, auth, changed); err == nil {
			t.Errorf("byte %d changed: read %q, want it refused", at, text)
		}
	}
	for size := range len(message) {
		if _, err := open(key, auth, message[:size]); err == nil {
			t.Errorf("%d bytes of it were read, want them refused", size)
		}
	}
}
