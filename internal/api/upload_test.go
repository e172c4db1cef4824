package api_test

import (
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// newUploader returns a customer of a node with the limits of production.
func newUploader(t *testing.T) person {
	t.Helper()
	s, c, logger := testkit.Open(t), node.Config(), slog.New(slog.DiscardHandler)
	c.Files.Folder = t.TempDir()
	x, err := app.NewServices(c, s, app.Outside{Clock: calendar.System{}, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	node, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	n := &liveNode{Node: node, store: s}
	return person{city: &demoCity{City: &app.City{Node: node}, store: s}, id: 1, token: n.customer(t, 1)}
}

// slow is an upload whose form was started but not sent completely.
type slow struct {
	form   *multipart.Writer
	body   *io.PipeWriter
	file   io.Writer
	answer chan *httptest.ResponseRecorder
}

// sendSlowly returns once the server reads the form, which means that it has admitted the upload.
func (p person) sendSlowly(t *testing.T) slow {
	t.Helper()
	in, out := io.Pipe()
	u := slow{form: multipart.NewWriter(out), body: out, answer: make(chan *httptest.ResponseRecorder, 1)}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/ServiceRequestImages/upload", in)
	r.Header.Set("Content-Type", u.form.FormDataContentType())
	r.Header.Set("Authorization", p.token)
	go func() {
		answer := httptest.NewRecorder()
		p.city.Node.Handler().ServeHTTP(answer, r)
		_ = in.Close() // a writer gets an error; closing never fails
		u.answer <- answer
	}()
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", `form-data; name="file"; filename="sofa.png"`)
	h.Set("Content-Type", "image/png")
	var err error
	if u.file, err = u.form.CreatePart(h); err != nil {
		t.Fatal(err)
	}
	return u
}

// finish sends the rest and waits for the answer.
func (u slow) finish(t *testing.T, data []byte) *httptest.ResponseRecorder {
	t.Helper()
	if _, err := u.file.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := u.form.Close(); err != nil {
		t.Fatal(err)
	}
	if err := u.body.Close(); err != nil {
		t.Fatal(err)
	}
	return u.wait(t)
}

func (u slow) wait(t *testing.T) *httptest.ResponseRecorder {
	t.Helper()
	select {
	case answer := <-u.answer:
		return answer
	case <-time.After(patience):
		t.Fatal("the upload is not answered")
		return nil
	}
}

// CALL-28, S10: a customer can upload three images at a time, counted from the first byte. An
// upload that arrives, is refused or breaks off makes room for another.
func TestThreeUploadsAtATime(t *testing.T) {
	p := newUploader(t)
	another := func() *httptest.ResponseRecorder { return p.send(t, part{"file", "sofa.png", "image/png", photo(t)}) }
	full := func() {
		t.Helper()
		answer := another()
		refusal := refused(t, answer, http.StatusTooManyRequests)
		if want := "Three of your images are on their way already. Please wait until one of them has arrived."; refusal.Error.Message != want {
			t.Errorf("message %q, want %v", refusal.Error.Message, want)
		}
		if answer.Header().Get("Retry-After") != "5" {
			t.Errorf("Retry-After %q, want 5", answer.Header().Get("Retry-After"))
		}
	}
	arrives, isRefused, breaks := p.sendSlowly(t), p.sendSlowly(t), p.sendSlowly(t)
	full()
	for _, end := range []func(){
		func() {
			if answer := arrives.finish(t, photo(t)); answer.Code != http.StatusOK {
				t.Errorf("arrived: %d %s, want 200", answer.Code, answer.Body)
			}
		},
		func() { refused(t, isRefused.finish(t, []byte("no picture")), http.StatusUnsupportedMediaType) },
		func() {
			_ = breaks.body.CloseWithError(io.ErrUnexpectedEOF) // closing never fails
			refused(t, breaks.wait(t), http.StatusBadRequest)
		},
	} {
		end()
		next := p.sendSlowly(t)
		full()
		defer func() { _ = next.body.Close() }()
	}
}

// Uploads are deleted if the city is reset.
func TestResetForgetsUploads(t *testing.T) {
	folder := t.TempDir()
	w, err := newDemoCity(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	files := func() int {
		names, err := filepath.Glob(filepath.Join(folder, "files", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	made := files() // the documents of personas
	w.person(t, "esha").upload(t)
	if n := files(); n != made+1 {
		t.Fatalf("%d files before, want %d", n, made+1)
	}
	if status := w.call(t, http.MethodPost, "/demo/reset", "", nil, nil); status != http.StatusOK {
		t.Fatalf("reset: %d, want 200", status)
	}
	if n := files(); n != made {
		t.Errorf("%d files after the reset, want the %d of the city that was made anew", n, made)
	}
	if u := w.person(t, "esha").upload(t); !strings.HasPrefix(u.URL, "/api/") || files() != made+1 {
		t.Errorf(`after the reset: %+v, %d files; want strings.HasPrefix(u.URL, "/api/"), files() = %d`, u, files(), made+1)
	}
}
