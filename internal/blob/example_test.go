package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rento/internal/blob"
)

// A file is kept whole under a key that nobody can guess, until it is deleted.
func ExampleStore() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	var files blob.Store = blob.NewFolder(folder)
	key := blob.NewKey()
	fmt.Println(files.Put(ctx, key, []byte("a picture")))
	file, err := files.Get(ctx, key)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := io.ReadAll(file)
	fmt.Println(string(text), err, file.Close())
	fmt.Println(files.Delete(ctx, key), files.Delete(ctx, key)) // a second time is no error
	_, err = files.Get(ctx, key)
	fmt.Println(errors.Is(err, blob.ErrNone))
	// Output:
	// <nil>
	// a picture <nil> <nil>
	// <nil> <nil>
	// true
}
