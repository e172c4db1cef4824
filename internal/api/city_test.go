package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rento/internal/app"
	"rento/internal/demo"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// demoCity is a demo city with only the personas, served in process. Tests that share it must not
// change what other tests read.
type demoCity struct {
	*app.City
	store *store.Store
	log   *node.Log
}

// newDemoCity opens a city in a folder. The folder is a copy of one city that is created once,
// because that takes seconds. It continues like a demo city that is restarted.
func newDemoCity(folder string) (*demoCity, error) {
	made, err := template()
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(folder, os.DirFS(made)); err != nil {
		return nil, err
	}
	t, err := openDemoCity(folder)
	if err != nil {
		return nil, err
	}
	there, err := t.Demo.Open(context.Background())
	if err == nil && !there {
		err = errors.New("the copy is no city")
	}
	return t, err
}

var templateFolder string

var template = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "rento-city")
	if err != nil {
		return "", err
	}
	templateFolder = folder
	if err := testkit.NewSQLite(filepath.Join(folder, "rento.db")); err != nil {
		return "", err
	}
	t, err := openDemoCity(folder)
	if err != nil {
		return "", err
	}
	if err := t.Demo.Build(context.Background(), demo.Options{Extras: -1, Today: node.Today}); err != nil {
		return "", err
	}
	over, stop := context.WithCancel(context.Background())
	stop()
	t.Demo.SaveProviderState(over) // as at the end of the process
	return folder, t.store.Close()
})

func openDemoCity(folder string) (*demoCity, error) {
	s, err := store.Open(context.Background(), store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		return nil, err
	}
	t := &demoCity{store: s, log: &node.Log{}}
	logger := slog.New(slog.NewJSONHandler(t.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c := node.Config()
	c.Files.Folder = filepath.Join(folder, "files")
	t.City, err = app.NewCity(c, s, logger, true)
	return t, err
}

var shared struct {
	once   sync.Once
	folder string
	city   *demoCity
	err    error
}

// sharedCity is built once, for tests that only read or that change only the data of their own
// persona.
func sharedCity(t *testing.T) *demoCity {
	t.Helper()
	shared.once.Do(func() {
		folder, err := os.MkdirTemp("", "rento-city") //nolint:usetesting // it outlives the test that asks first
		if err != nil {
			shared.err = err
			return
		}
		shared.folder = folder
		shared.city, shared.err = newDemoCity(folder)
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.city
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.city != nil {
		_ = shared.city.store.Close()
		_ = os.RemoveAll(shared.folder)
	}
	_ = os.RemoveAll(templateFolder)
	os.Exit(code)
}

// person is a signed-in customer.
type person struct {
	city  *demoCity
	id    int64
	token string
}

func (w *demoCity) person(t *testing.T, key string) person {
	t.Helper()
	var in struct {
		AccessTokenID string `json:"accessTokenId"`
		UserID        int64  `json:"userId"`
	}
	status := w.call(t, http.MethodPost, "/demo/token/"+key, "", nil, &in)
	if status != http.StatusOK || in.UserID == 0 {
		t.Fatalf("sign in as %s: status %d, want 200", key, status)
	}
	return person{w, in.UserID, in.AccessTokenID}
}

// do makes a request. {id} in the path becomes the person's id.
func (p person) do(t *testing.T, method, path string, body, out any) int {
	t.Helper()
	return p.city.call(t, method, strings.ReplaceAll(path, "{id}", fmt.Sprint(p.id)), p.token, body, out)
}

func (w *demoCity) call(t *testing.T, method, path, token string, body, out any) int {
	t.Helper()
	answer := w.raw(t, method, path, token, encodeBody(t, body))
	if out != nil {
		if err := json.Unmarshal(answer.Body.Bytes(), out); err != nil {
			t.Fatalf("%s %s: %v in %s", method, path, err, answer.Body)
		}
	}
	return answer.Code
}

func encodeBody(t *testing.T, body any) []byte {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return nil
	case []byte:
		return b
	case string:
		return []byte(b)
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (w *demoCity) raw(t *testing.T, method, path, token string, body []byte) *httptest.ResponseRecorder {
	t.Helper()
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, path, reader)
	r.Header.Set("client-name", "customer-dashboard")
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(answer, r)
	return answer
}

// problem is the common error format.
type problem struct {
	Error struct {
		StatusCode int
		Name       string
		Message    string
		Extra      map[string]any
	}
}

// refused checks that an answer is a refusal in the common error format.
func refused(t *testing.T, answer *httptest.ResponseRecorder, status int) problem {
	t.Helper()
	var p problem
	decoder := json.NewDecoder(bytes.NewReader(answer.Body.Bytes()))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		t.Fatalf("not the error shape: %v: %s", err, answer.Body)
	}
	if answer.Code != status || p.Error.StatusCode != status || p.Error.Name == "" || p.Error.Message == "" {
		t.Fatalf("status %d, want %d: %s", answer.Code, status, answer.Body)
	}
	if kind := answer.Header().Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		t.Errorf("Content-Type %q, want %q at its beginning", kind, "application/json")
	}
	return p
}
