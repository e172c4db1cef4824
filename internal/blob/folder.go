package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// Folder keeps files in a folder of this machine. It is made with the first
// file.
type Folder struct{ dir string }

// NewFolder returns the store in dir.
func NewFolder(dir string) *Folder { return &Folder{dir} }

const (
	ownerOnly     = 0o600
	ownerOnlyDirs = 0o700
)

// Put writes beside the final name and renames, so that a crash leaves no half
// file under a key.
func (f *Folder) Put(_ context.Context, key string, data []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, ownerOnlyDirs); err != nil {
		return fmt.Errorf("blob: %w", err)
	}
	err := f.inside(func(root *os.Root) error {
		if err := root.MkdirAll(path.Dir(key), ownerOnlyDirs); err != nil {
			return err
		}
		part := key + ".part"
		if err := write(root, part, data); err != nil {
			return errors.Join(err, root.Remove(part))
		}
		if err := root.Rename(part, key); err != nil {
			return err
		}
		return syncDir(root, path.Dir(key))
	})
	if err != nil {
		return fmt.Errorf("blob: keep: %w", err)
	}
	return nil
}

func write(root *os.Root, name string, data []byte) error {
	file, err := root.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, ownerOnly)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// syncDir makes the new name outlive a power cut.
func syncDir(root *os.Root, name string) error {
	dir, err := root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Get opens a file.
func (f *Folder) Get(_ context.Context, key string) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	var file *os.File
	err := f.inside(func(root *os.Root) (err error) {
		file, err = root.Open(key)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	return file, nil
}

// Delete removes a file.
func (f *Folder) Delete(_ context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	err := f.inside(func(root *os.Root) error { return root.Remove(key) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("blob: delete: %w", err)
	}
	return nil
}

// inside works on the folder through a root, which no name leaves, not even by
// a symbolic link.
func (f *Folder) inside(work func(*os.Root) error) error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return err
	}
	return errors.Join(work(root), root.Close())
}
