package blob_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rento/internal/blob"
)

// bucket speaks as much of the S3 protocol as a store needs: files under
// /<bucket>/<key>, requests signed with the access key.
type bucket struct {
	mu    sync.Mutex
	files map[string][]byte
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !strings.Contains(r.Header.Get("Authorization"), "Credential=access/") {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	data, there := b.files[r.URL.Path]
	switch r.Method {
	case http.MethodPut:
		data, err := io.ReadAll(unframed(r))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		b.files[r.URL.Path] = data
		w.Header().Set("ETag", `"1"`)
	case http.MethodDelete:
		delete(b.files, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	default:
		if !there {
			w.WriteHeader(http.StatusNotFound)
			if r.Method == http.MethodGet {
				fmt.Fprint(w, `<Error><Code>NoSuchKey</Code></Error>`)
			}
			return
		}
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 12:00:00 GMT")
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(data)
		}
	}
}

// unframed takes the signed frames off a body.
func unframed(r *http.Request) io.Reader {
	if r.Header.Get("X-Amz-Decoded-Content-Length") == "" {
		return r.Body
	}
	in, out := bufio.NewReader(r.Body), &bytes.Buffer{}
	for {
		line, err := in.ReadString('\n')
		size, bad := strconv.ParseInt(strings.SplitN(strings.TrimSpace(line), ";", 2)[0], 16, 64)
		if err != nil || bad != nil || size == 0 {
			return out
		}
		_, _ = io.CopyN(out, in, size)
		_, _ = in.Discard(2)
	}
}

func stores(t *testing.T) map[string]blob.Store {
	t.Helper()
	server := httptest.NewServer(&bucket{files: map[string][]byte{}})
	t.Cleanup(server.Close)
	s3, err := blob.NewS3(blob.S3Options{URL: server.URL, Region: "ap-south-1", Bucket: "files", AccessKey: "access", SecretKey: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]blob.Store{"folder": blob.NewFolder(filepath.Join(t.TempDir(), "made", "later")), "S3": s3}
}

func TestEveryStoreKeepsFiles(t *testing.T) {
	for name, s := range stores(t) {
		t.Run(name, func(t *testing.T) {
			key, other := blob.NewKey(), blob.NewKey()
			data := bytes.Repeat([]byte("a file "), 30_000)
			if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrNone) {
				t.Errorf("before: %v, want %v", err, blob.ErrNone)
			}
			if err := errors.Join(s.Put(t.Context(), key, data), s.Put(t.Context(), other, nil)); err != nil {
				t.Fatal(err)
			}
			file, err := s.Get(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(file)
			if err = errors.Join(err, file.Close()); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%d bytes, %v, want the same bytes", len(got), err)
			}
			if err := errors.Join(s.Delete(t.Context(), key), s.Delete(t.Context(), key)); err != nil {
				t.Errorf("delete: %v", err)
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrNone) {
				t.Errorf("after: %v, want %v", err, blob.ErrNone)
			}
		})
	}
}

// S10: a key is what we made, so no name leads anywhere else.
func TestNoStoreTakesANameForAKey(t *testing.T) {
	good := blob.NewKey()
	for name, s := range stores(t) {
		for _, key := range []string{
			"", "/", "..", "../x", "a/b", "/etc/passwd", good + "/..", good + "/../" + good, "../" + good, good[:2], strings.ToUpper(good),
			good + "\x00", "zz/" + strings.Repeat(".", 26), "aa/aa" + strings.Repeat("/", 24), good[:2] + "\\" + good[3:],
		} {
			_, err := s.Get(t.Context(), key)
			if err == nil || s.Put(t.Context(), key, nil) == nil || s.Delete(t.Context(), key) == nil {
				t.Errorf("%s took %q", name, key)
			}
		}
	}
}

// A folder shows its files to nobody else, and holds no half ones.
func TestAFolderIsPrivateAndWhole(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "files")
	s := blob.NewFolder(dir)
	for range 20 {
		if err := s.Put(t.Context(), blob.NewKey(), []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		if !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files != 20 {
		t.Errorf("%d files, %v, want 20", files, err)
	}
}

// A symbolic link in the folder leads nowhere outside it.
func TestAFolderFollowsNoLinkOutside(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	key := blob.NewKey()
	err := errors.Join(os.WriteFile(outside, []byte("secret"), 0o600), os.Mkdir(filepath.Join(dir, key[:2]), 0o700),
		os.Symlink(outside, filepath.Join(dir, key)))
	if err != nil {
		t.Fatal(err)
	}
	if file, err := blob.NewFolder(dir).Get(t.Context(), key); err == nil {
		_ = file.Close()
		t.Error("the link was followed")
	}
}
