package specimen

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/identifier"
	"rento/internal/money"
	"rento/internal/provider"
)

func TestDocumentsInAPDF(t *testing.T) {
	front, back := asha.Document(string(provider.Aadhaar), "front"), asha.Document(string(provider.Aadhaar), "back")
	file, err := PDF(front, back)
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := PicturesOf(file)
	if err != nil || len(pictures) != 2 {
		t.Fatalf("%d pictures, %v; want 2", len(pictures), err)
	}
	for i, want := range []Document{front, back} {
		if got, err := Read(pictures[i]); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("page %d: %v %s", i+1, err, cmp.Diff(want, got))
		}
	}
	if _, err := PicturesOf([]byte("%PDF-1.7 nothing")); err == nil {
		t.Error("a damaged file has pictures")
	}
}

// A statement is read from the text of its PDF; one with a password by that alone.
func TestStatements(t *testing.T) {
	want, err := NewStatement("hdfc", "Asha Rao", 6, 0, money.Rupees(65_000), calendar.MustParse("2026-11-26"))
	if err != nil {
		t.Fatal(err)
	}
	for _, password := range []string{"", "ASHA1203"} {
		file, err := want.PDF(password)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadStatement(file, password)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b calendar.Date) bool { return a == b })); err != nil || diff != "" {
			t.Errorf("password %q: %v (-want +got):\n%s", password, err, diff)
		}
		if password == "" {
			continue
		}
		for _, wrong := range []string{"", "asha1203"} {
			if _, err := ReadStatement(file, wrong); !errors.Is(err, ErrPassword) {
				t.Errorf("by %q: %v, want %v", wrong, err, ErrPassword)
			}
		}
	}
	scan, err := PDF(Document{Kind: Selfie})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file []byte
		want error
	}{"scan": {scan, ErrScan}, "damaged": {[]byte("%PDF-1.7\nnothing"), ErrNoStatement}, "no PDF": {[]byte("Holder: Asha"), ErrNoStatement}} {
		if _, err := ReadStatement(c.file, ""); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for name, make := range map[string]func() (Statement, error){
		"bank":   func() (Statement, error) { return NewStatement("x", "A", 3, 0, 0, calendar.MustParse("2026-11-26")) },
		"months": func() (Statement, error) { return NewStatement("sbi", "A", 13, 0, 0, calendar.MustParse("2026-11-26")) },
		"salary": func() (Statement, error) { return NewStatement("sbi", "A", 3, 0, -1, calendar.MustParse("2026-11-26")) },
	} {
		if _, err := make(); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// Each specimen that the page offers can be had.
func TestThePageOffersWhatThereIs(t *testing.T) {
	mux := http.NewServeMux()
	Pages(mux, "/sandbox/specimens", func() time.Time { return calendar.MustParse("2026-11-26").At(10, 0) })
	get := func(path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return answer
	}
	query := url.Values{"name": {"Asha <Rao>"}, "born": {"1994-03-12"}, "gender": {"F"}, "address": {"12, Palm Court"}, "pincode": {"560038"}}
	page := get("/sandbox/specimens?" + query.Encode())
	if page.Code != 200 || !strings.Contains(page.Body.String(), "Asha &lt;Rao&gt;") || strings.Contains(page.Body.String(), "<Rao>") {
		t.Errorf("got page %d %s, want 200 and the name escaped", page.Code, page.Body)
	}
	// Who tries the steps of a business needs the number of its registration.
	pan := Person{Name: "Asha <Rao>", Born: "1994-03-12"}.PAN("")
	_, gstin, _ := strings.Cut(page.Body.String(), "GSTIN ")
	if read, err := identifier.ParseGSTIN(gstin[:min(15, len(gstin))]); err != nil || string(read.PAN()) != pan {
		t.Errorf("got GSTIN %q (%v), want one of PAN %s", read, err, pan)
	}
	for _, o := range offers("/sandbox/specimens", query) {
		for _, l := range o.Links {
			got := get(l.URL)
			if got.Code != 200 || got.Body.Len() < 1000 || !strings.Contains(strings.ToUpper(got.Header().Get("Content-Type")), l.Text) {
				t.Errorf("%s as %s: got status %d, %d bytes of %s, want 200 and 1000 bytes or more of its type", o.Name, l.Text, got.Code, got.Body.Len(), got.Header().Get("Content-Type"))
			}
		}
	}
	statement := get("/sandbox/specimens/statement?bank=sbi&name=Asha+Rao&months=3&salary=40000&password=x&fail=")
	if s, err := ReadStatement(statement.Body.Bytes(), "x"); err != nil || s.Bank != "sbi" {
		t.Errorf("statement: %+v, %v; want one of sbi", s, err)
	}
	for path, want := range map[string]int{"/sandbox/specimens": 200, "/sandbox/specimens/document?kind=panCard": 400, "/sandbox/specimens/statement?bank=sbi": 400} {
		if got := get(path); got.Code != want {
			t.Errorf("%s: %d, want %d", path, got.Code, want)
		}
	}
}
