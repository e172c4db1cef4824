package billdesk

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"rento/internal/provider"
)

const (
	payloadOfV8 = `{"mercid":"SBXMERC","orderid":"RMTXN0000000001"}`
	// V8: the payload, signed.
	signedV8 = "eyJhbGciOiJIUzI1NiIsImNsaWVudGlkIjoic2J4Y2xpZW50In0." +
		"eyJtZXJjaWQiOiJTQlhNRVJDIiwib3JkZXJpZCI6IlJNVFhOMDAwMDAwMDAwMSJ9.X1tEV5Mgsb6TuLUVRvlr08Rg25xDQEAD6Muzc1VSL1M"
	// V9: the payload, encrypted with an IV that was fixed for it, and the signature
	// over that.
	encryptedV9 = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoic2J4a2lkIiwiY2xpZW50aWQiOiJzYnhjbGllbnQifQ.." +
		"AAECAwQFBgcICQoL.lBJ1EqepeKK7FHWG7BFZ1EvOBxX3snHW4z_vBnghFwEcOnrMeDZ0Qypo3nHOG3t7.2ZkTEubv75j9K5RiB9Cu2A"
	signatureV9 = "CY0SsHGv0rwgy5Fs4wZaBN8Ygpxw00UV6hqaT5_tQck"
	headerV9    = `{"alg":"HS256","kid":"sbxkid","clientid":"sbxclient"}`
)

func hmacOnly() envelope {
	return envelope{clientID: "sbxclient", signing: []byte("sbx-billdesk-hmac-secret-00000001")}
}

func symmetric() envelope {
	e := hmacOnly()
	e.keyID, e.encryption = "sbxkid", []byte("sbx-billdesk-enc-key-00000000032")
	return e
}

func text(raw string) string { return base64.RawURLEncoding.EncodeToString([]byte(raw)) }

func TestBDK01TheSignatureOfV8(t *testing.T) {
	e := hmacOnly()
	if sealed, err := e.seal([]byte(payloadOfV8)); err != nil || sealed != signedV8 {
		t.Errorf("got %s, %v; want %s", sealed, err, signedV8)
	}
	if payload, err := e.open(signedV8 + "\n"); err != nil || string(payload) != payloadOfV8 {
		t.Errorf("opened %s, %v; want %s", payload, err, payloadOfV8)
	}
}

func TestBDK02TheEncryptionOfV9(t *testing.T) {
	e, sealed := symmetric(), text(headerV9)+"."+text(encryptedV9)+"."+signatureV9
	if payload, err := e.open(sealed); err != nil || string(payload) != payloadOfV8 {
		t.Errorf("opened %s, %v; want %s", payload, err, payloadOfV8)
	}
	first, err := e.seal([]byte(payloadOfV8))
	second, again := e.seal([]byte(payloadOfV8))
	if err != nil || again != nil || first == second || strings.Contains(first, text(`"orderid"`)[:8]) {
		t.Errorf("%s and %s, %v, %v; want two texts of which none shows the payload", first, second, err, again)
	}
	if payload, err := e.open(first); err != nil || string(payload) != payloadOfV8 {
		t.Errorf("opened %s, %v; want %s", payload, err, payloadOfV8)
	}
}

func TestBDK03NothingElseIsBillDesksWord(t *testing.T) {
	parts := strings.Split(signedV8, ".")
	sealed := text(headerV9) + "." + text(encryptedV9) + "." + signatureV9
	other := hmacOnly()
	other.signing = []byte("sbx-billdesk-hmac-secret-00000002")
	otherKey := symmetric()
	otherKey.encryption = []byte("sbx-billdesk-enc-key-00000000033")
	shortTag := symmetric()
	cut, err := envelope{clientID: "sbxclient", signing: shortTag.signing}.seal([]byte(encryptedV9[:len(encryptedV9)-4]))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		by   envelope
		text string
	}{
		"another secret":         {other, signedV8},
		"no secret":              {envelope{clientID: "sbxclient"}, signedV8},
		"another payload":        {hmacOnly(), parts[0] + "." + text(strings.Replace(payloadOfV8, "1", "2", 1)) + "." + parts[2]},
		"another header":         {hmacOnly(), text(`{"alg":"HS256","clientid":"sbxclienT"}`) + "." + parts[1] + "." + parts[2]},
		"no signature":           {hmacOnly(), parts[0] + "." + parts[1] + "."},
		"no algorithm":           {hmacOnly(), text(`{"alg":"none"}`) + "." + parts[1] + "."},
		"another algorithm":      {hmacOnly(), text(`{"alg":"HS512","clientid":"sbxclient"}`) + "." + parts[1] + "." + parts[2]},
		"capitals":               {hmacOnly(), parts[0] + "." + parts[1] + "." + strings.ToUpper(parts[2])},
		"cut short":              {hmacOnly(), signedV8[:len(signedV8)-4]},
		"two segments":           {hmacOnly(), parts[0] + "." + parts[1]},
		"nothing":                {hmacOnly(), ""},
		"a page":                 {hmacOnly(), "<html></html>"},
		"signed alone":           {symmetric(), signedV8},
		"encrypted alone":        {symmetric(), encryptedV9},
		"another encryption key": {otherKey, sealed},
		"a cut tag":              {shortTag, cut},
	} {
		if payload, err := c.by.open(c.text); !errors.Is(err, provider.ErrBadSignature) || payload != nil {
			t.Errorf("%s: %s, %v; want %v", name, payload, err, provider.ErrBadSignature)
		}
	}
}

// What was signed before a rotation is taken while the former key is set.
func TestBDK04TheFormerKey(t *testing.T) {
	e := hmacOnly()
	e.signing, e.signingOld = []byte("sbx-billdesk-hmac-secret-00000002"), e.signing
	if payload, err := e.open(signedV8); err != nil || string(payload) != payloadOfV8 {
		t.Errorf("opened %s, %v; want %s", payload, err, payloadOfV8)
	}
	if sealed, err := e.seal([]byte(payloadOfV8)); err != nil || sealed == signedV8 {
		t.Errorf("signed %s, %v; want it under the present key", sealed, err)
	}
}
