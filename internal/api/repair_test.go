package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func photo(t testing.TB) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for i := range m.Pix {
		m.Pix[i] = uint8(i) | 0x80
	}
	m.Set(0, 0, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// part is one part of a form.
type part struct {
	field, name, kind string
	data              []byte
}

func (p person) send(t *testing.T, parts ...part) *httptest.ResponseRecorder {
	t.Helper()
	return p.sendTo(t, "/api/ServiceRequestImages/upload", parts...)
}

func (p person) sendTo(t *testing.T, path string, parts ...part) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, file := range parts {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, file.field, file.name))
		if file.kind != "" {
			h.Set("Content-Type", file.kind)
		}
		w, err := form.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(file.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", p.token)
	answer := httptest.NewRecorder()
	p.city.Node.Handler().ServeHTTP(answer, r)
	return answer
}

func decode(t *testing.T, answer *httptest.ResponseRecorder, out any) {
	t.Helper()
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
	}
	if err := json.Unmarshal(answer.Body.Bytes(), out); err != nil {
		t.Fatalf("%v in %s", err, answer.Body)
	}
}

type uploaded struct {
	ID   string `json:"id"`
	URL  string `json:"url"`
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

func (p person) upload(t *testing.T) uploaded {
	t.Helper()
	return p.uploadTo(t, "/api/ServiceRequestImages/upload")
}

func (p person) uploadTo(t *testing.T, path string) uploaded {
	t.Helper()
	var u uploaded
	decode(t, p.sendTo(t, path, part{"file", "sofa.png", "image/png", photo(t)}), &u)
	return u
}

// CALL-28, S10: an image is uploaded as a form with one file, re-encoded, and shown at its URL,
// which needs no session.
func TestAnImageIsUploadedAndShown(t *testing.T) {
	w := sharedCity(t)
	esha := w.person(t, "esha")
	u := esha.upload(t)
	if u.ID == "" || u.Name != "sofa.jpg" || u.Type != "image/jpeg" || u.Size == 0 {
		t.Errorf(`got %+v; want u.ID other than "", u.Name = "sofa.jpg", u.Type = "image/jpeg", u.Size other than 0`, u)
	}
	shown := w.raw(t, http.MethodGet, u.URL, "", nil)
	if shown.Code != http.StatusOK || int64(shown.Body.Len()) != u.Size || bytes.Contains(shown.Body.Bytes(), []byte("PNG")) {
		t.Errorf("status %d, %d bytes, want 200 and %v", shown.Code, shown.Body.Len(), u.Size)
	}
	for header, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
		"Cross-Origin-Resource-Policy": "same-origin", "Content-Length": fmt.Sprint(u.Size),
	} {
		if got := shown.Header().Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	if got := shown.Header().Get("Cache-Control"); !strings.HasPrefix(got, "private, max-age=") {
		t.Errorf("Cache-Control %q, want %q at its beginning", got, "private, max-age=")
	}
	for _, address := range []string{u.URL[:len(u.URL)-2], "/api/ServiceRequestImages/" + u.ID} {
		refused(t, w.raw(t, http.MethodGet, address, esha.token, nil), http.StatusNotFound)
	}
}

// CALL-28, S10: a file that is not an image, has another type than stated or is too large is
// refused.
func TestBadUploadsAreRefused(t *testing.T) {
	esha := sharedCity(t).person(t, "esha")
	image := photo(t)
	for label, test := range map[string]struct {
		parts  []part
		status int
	}{
		"no file":           {nil, 422},
		"another field":     {[]part{{"image", "a.png", "image/png", image}}, 422},
		"two files":         {[]part{{"file", "a.png", "image/png", image}, {"file", "b.png", "image/png", image}}, 422},
		"empty":             {[]part{{"file", "a.png", "image/png", nil}}, 415},
		"SVG":               {[]part{{"file", "a.svg", "image/svg+xml", []byte("<svg/>")}}, 415},
		"page":              {[]part{{"file", "a.jpg", "image/jpeg", []byte("<html>")}}, 415},
		"another type":      {[]part{{"file", "a.png", "image/jpeg", image}}, 415},
		"another extension": {[]part{{"file", "a.jpg", "image/png", image}}, 415},
		"odd type":          {[]part{{"file", "a.png", "image/png; charset", image}}, 415},
		"cut":               {[]part{{"file", "a.png", "image/png", image[:len(image)/2]}}, 415},
		"over 8 MB":         {[]part{{"file", "a.png", "image/png", append(bytes.Clone(image), make([]byte, 8<<20)...)}}, 413},
		"over 10 MB":        {[]part{{"file", "a.png", "image/png", make([]byte, 10<<20)}}, 413},
		"far over":          {[]part{{"file", "a.png", "image/png", make([]byte, 40<<20)}}, 413},
	} {
		t.Run(label, func(t *testing.T) { refused(t, esha.send(t, test.parts...), test.status) })
	}
}

// A file that is too large for the form of its call is told how large one may be.
func TestATooLargeFileIsToldTheLimit(t *testing.T) {
	esha := sharedCity(t).person(t, "esha")
	refusal := refused(t, esha.send(t, part{"file", "a.png", "image/png", make([]byte, 40<<20)}), http.StatusRequestEntityTooLarge)
	if diff := cmp.Diff("This file is larger than 8 MB. Please choose a smaller one.", refusal.Error.Message); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
}

// The unreadable content of a form is not quoted in the log.
func TestABrokenFormIsNotLogged(t *testing.T) {
	w := sharedCity(t)
	esha := w.person(t, "esha")
	w.log.Drain()
	refused(t, esha.send(t, part{"file", "a.png", "image/png\nconfided", photo(t)}), http.StatusBadRequest)
	if log := w.log.Drain(); !strings.Contains(log, `"status":400`) || strings.Contains(log, "confided") {
		t.Errorf("log %s, want %q in it", log, `"status":400`)
	}
}

type repairs struct {
	Success bool
	Tickets []struct {
		TicketID     string
		RequestType  int64
		OrderItemIDs []int64
		Message      string
	}
}

// CALL-29, ENTITY-25, REPAIR-08, VALID-38, VALID-39: repairs are requested together, all or none.
// The requests keep their images.
func TestRepairsAreAskedForAllOrNone(t *testing.T) {
	w := sharedCity(t)
	jaya := w.person(t, "jaya")
	var items struct{ Subscriptions []struct{ ID int64 } }
	jaya.do(t, http.MethodGet, "/api/Dashboards/getSubscriptions?status=active", nil, &items)
	sofa, fridge := items.Subscriptions[0].ID, items.Subscriptions[1].ID
	first, second := jaya.upload(t), jaya.upload(t)
	entry := func(item int64, message string, images ...uploaded) map[string]any {
		return map[string]any{"requestType": 20, "images": append([]uploaded{}, images...), "orderItemId": item, "message": message}
	}
	create := func(entries ...map[string]any) *httptest.ResponseRecorder {
		return w.raw(t, http.MethodPost, "/api/Dashboards/createNewTickets", jaya.token, encodeBody(t, map[string]any{"data": entries}))
	}
	for label, test := range map[string]struct {
		entry   map[string]any
		status  int
		message string
	}{
		"no words":     {entry(fridge, "  ", second), 422, "Please describe your problem"},
		"no image":     {entry(fridge, "It leaks."), 422, "Please select at least one image"},
		"four images":  {entry(fridge, "It leaks.", first, second, first, second), 422, "Please choose at most three images."},
		"no such one":  {entry(fridge, "It leaks.", uploaded{ID: "made-up"}), 404, "This image does not exist. Please upload it again."},
		"same product": {entry(sofa, "It leaks.", second), 422, "An item is named twice."},
	} {
		p := refused(t, create(entry(sofa, "A leg broke.", first), test.entry), test.status)
		if test.message != "" && p.Error.Message != test.message {
			t.Errorf("%s: %q, want %v", label, p.Error.Message, test.message)
		}
	}
	var list struct{ Total int64 }
	jaya.do(t, http.MethodGet, "/api/Dashboards/getServiceRequest?activeStatus=true", nil, &list)
	if list.Total != 0 {
		t.Fatalf("%d requests are left of refused ones", list.Total)
	}
	var made repairs
	decode(t, create(entry(sofa, "A leg broke.", first, second), entry(fridge, "It leaks.", second)), &made)
	if !made.Success || len(made.Tickets) != 2 || made.Tickets[0].RequestType != 20 || made.Tickets[0].OrderItemIDs[0] != sofa || made.Tickets[1].Message != "It leaks." {
		t.Fatalf(`got %+v; want made.Success, len(made.Tickets) = 2, made.Tickets[0].RequestType = 20, made.Tickets[0].OrderItemIDs[0] = %v, made.Tickets[1].Message = "It leaks."`, made, sofa)
	}
	var details struct{ Images []uploaded }
	jaya.do(t, http.MethodGet, "/api/ServiceRequests/getCssTicketMetadata?ticketId="+made.Tickets[0].TicketID, nil, &details)
	if len(details.Images) != 2 || details.Images[0] != first || details.Images[1].ID != second.ID {
		t.Errorf("images %+v, want %+v", details.Images, first)
	}
	refused(t, create(entry(fridge, "It leaks.", second)), http.StatusConflict)
}
