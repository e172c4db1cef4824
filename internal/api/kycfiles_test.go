package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rento/internal/account"
)

// S10: KYC files of another type than stated, too large files, and files that run something when
// opened are refused. No attempt is counted.
func TestHostileFilesOfKYCAreRefused(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 1, 10)
	card := pdfOf(t, ravi.Document("panCard", "front"))
	photo := picture(t, ravi.Document("panCard", "front"))
	script := append(append([]byte{}, card.data...), "\n9 0 obj\n<< /S /J#61vaScript /JS (app.alert(1)) >>\nendobj\n"...)
	before := a.kyc(t).step(t, "panCard").AttemptsLeft
	for what, c := range map[string]struct {
		file   sent
		status int
	}{
		"a script":            {sent{nil, "card.pdf", "application/pdf", script}, http.StatusUnsupportedMediaType},
		"a PDF as a picture":  {sent{nil, "card.jpg", "image/jpeg", card.data}, http.StatusUnsupportedMediaType},
		"a picture as a PDF":  {sent{nil, "card.pdf", "application/pdf", photo.data}, http.StatusUnsupportedMediaType},
		"another extension":   {sent{nil, "card.exe", "application/pdf", card.data}, http.StatusUnsupportedMediaType},
		"a page":              {sent{nil, "card.pdf", "application/pdf", []byte("<html><script>1</script>")}, http.StatusUnsupportedMediaType},
		"SVG":                 {sent{nil, "card.svg", "image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)}, http.StatusUnsupportedMediaType},
		"a picture over 6 MB": {sent{nil, "card.jpg", "image/jpeg", append(photo.data, make([]byte, 6<<20)...)}, http.StatusRequestEntityTooLarge},
		"a PDF over 10 MB":    {sent{nil, "card.pdf", "application/pdf", append(card.data, make([]byte, 10<<20)...)}, http.StatusRequestEntityTooLarge},
	} {
		t.Run(what, func(t *testing.T) { refused(t, a.upload(t, "panCard", "", "", c.file), c.status) })
	}
	if left := a.kyc(t).step(t, "panCard").AttemptsLeft; left != before || w.fileCount(t) != 0 {
		t.Errorf("%d tries left and %d files kept, want %d and none", left, w.fileCount(t), before)
	}
	a.bring(t, "panCard", "", "", card)
}

// S11: a document is shown for five minutes at a URL that only its customer gets. A PDF is
// downloaded as a file. Nothing in a document runs, and no cache stores it.
func TestADocumentOfKYCIsShownToItsCustomerAlone(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a, other := w.applicant(t, "Ravi Kumar", ravi), w.applicant(t, "Sunita Kumar", mother)
	a.choose(t, 1, 10)
	other.choose(t, 1, 10)
	card := pdfOf(t, ravi.Document("panCard", "front"))
	card.name = `..\pän "card"; filename=x.exe.pdf`
	a.bring(t, "panCard", "", "", card)
	files := a.kyc(t).step(t, "panCard").Files
	if len(files) != 1 || !strings.HasPrefix(files[0].URL, "/api/Documents/") {
		t.Fatalf("files %+v, want one with its address", files)
	}
	shown := w.demoCity.raw(t, http.MethodGet, files[0].URL, "", nil)
	if shown.Code != http.StatusOK || shown.Body.String() != string(card.data) {
		t.Fatalf("shown with status %d, %d bytes, want 200 and what was sent", shown.Code, shown.Body.Len())
	}
	for header, want := range map[string]string{
		"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
		"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
		"Content-Disposition": "attachment; filename*=utf-8''p%C3%A4n%20card%3B%20filename%3Dx.exe.pdf",
	} {
		if got := shown.Header().Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	for what, seen := range map[string]string{
		"another customer": w.demoCity.raw(t, http.MethodGet, "/api/Hyperverges/completionStatusV3", other.token, nil).Body.String(),
		"an agent":         w.demoCity.raw(t, http.MethodGet, "/api/Hyperverges/completionStatusV3", w.signInBy(a.id, account.Handoff{Agent: "ravi", Reason: "asked by phone"}), nil).Body.String(),
	} {
		if strings.Contains(seen, "/api/Documents/") {
			t.Errorf("%s is given the address of a document: %s", what, seen)
		}
	}
	token := strings.TrimPrefix(files[0].URL, "/api/Documents/")
	parts := strings.Split(token, ".")
	theirs := w.Node.Services.KYC.Token(other.id, files[0].DocumentID)
	for _, wrong := range []string{token[:len(token)-1], token + "x", strings.ToUpper(token), theirs, strings.Join(parts[:len(parts)-1], ".")} {
		refused(t, w.demoCity.raw(t, http.MethodGet, "/api/Documents/"+wrong, other.token, nil), http.StatusNotFound)
	}
	w.wait(5*time.Minute + time.Second)
	refused(t, w.demoCity.raw(t, http.MethodGet, files[0].URL, a.token, nil), http.StatusNotFound)
}
