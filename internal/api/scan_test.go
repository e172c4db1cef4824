package api_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"rento/internal/config"
	"rento/internal/testkit/clamd"
)

// Each call that takes a file has it scanned. Malware is a 422. A file that could not be scanned is
// a 503 with the time to try again. Both have the common error format. Nothing is stored, no KYC
// attempt is counted, and the log has the finding once.
func TestEveryFileIsScanned(t *testing.T) {
	scanner := clamd.Listen(t)
	w := newKYCFixture(t, "sqlite", func(c *config.Config) {
		c.Clamd = scanner.Address
		c.Chat.Driver, c.Chat.Cities = "embedded", []string{"all"}
	})
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 4, 40)
	card, page := picture(t, ravi.Document("panCard", "front")), pdfOf(t, ravi.Document("panCard", "front"))
	of := func(step string, f sent) sent {
		f.fields = map[string]string{"documentType": step}
		return f
	}
	image := sent{nil, "sofa.png", "image/png", photo(t)}
	calls := []struct {
		path string
		file sent
	}{
		{"/api/ServiceRequestImages/upload", image},
		{"/api/Chatbots/uploadImage", image},
		{"/api/Hyperverges/validateAndUpload", of("panCard", card)},
		{"/api/Hyperverges/validateAndUpload", of("panCard", page)},
		{"/api/Documents/upload", a.statement(t, 6, 60_000, "")},
	}
	contract, err := w.Node.Contract.YAML()
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]bool{}
	for _, c := range calls {
		paths[c.path] = true
	}
	if n := strings.Count(string(contract), "multipart/form-data:"); n != len(paths) {
		t.Errorf("%d calls take files, and %d are tried here", n, len(paths))
	}
	before := a.kyc(t).step(t, "panCard").AttemptsLeft
	every := func(t *testing.T, status int, code, logged string) {
		t.Helper()
		for _, c := range calls {
			if strings.HasPrefix(c.path, "/api/Documents/") {
				continue // its step is not open yet
			}
			w.wantRefused(t, a, c.path, c.file, status, code, logged)
		}
	}
	infected := func() {
		for i := range calls {
			calls[i].file.data = append(bytes.Clone(calls[i].file.data), clamd.Signature...)
		}
	}
	infected()
	every(t, http.StatusUnprocessableEntity, "upload.malware", "clamd has found "+clamd.Malware)
	scanner.Reply("INSTREAM size limit exceeded. ERROR")
	every(t, http.StatusServiceUnavailable, "upload.not_scanned", "size limit exceeded")
	scanner.Reply("")
	if left := a.kyc(t).step(t, "panCard").AttemptsLeft; left != before || w.fileCount(t) != 0 {
		t.Errorf("%d tries left and %d files kept, want %d and none", left, w.fileCount(t), before)
	}
	a.share(t, true)
	a.selfie(t)
	kept := w.fileCount(t)
	last := calls[len(calls)-1]
	w.wantRefused(t, a, last.path, last.file, http.StatusUnprocessableEntity, "upload.malware", "clamd has found "+clamd.Malware)
	if now := w.fileCount(t); now != kept {
		t.Errorf("%d files are kept, want the %d of before", now, kept)
	}
}

// wantRefused expects a file to be refused with a code, and the reason once in the log.
func (w *kycFixture) wantRefused(t *testing.T, a applicant, path string, f sent, status int, code, logged string) {
	t.Helper()
	w.log.Drain()
	answer := a.post(t, path, f)
	p := refused(t, answer, status)
	if p.Error.Extra["code"] != code {
		t.Errorf("%s: the code is %v, want %s", path, p.Error.Extra["code"], code)
	}
	if after := answer.Header().Get("Retry-After"); (status == http.StatusServiceUnavailable) != (after != "") {
		t.Errorf("%s: %d with Retry-After %q", path, status, after)
	}
	if log := w.log.Drain(); strings.Count(log, `"call refused"`) != 1 || !strings.Contains(log, logged) {
		t.Errorf("%s: the log says %s, want one refusal because of %q", path, log, logged)
	}
}
