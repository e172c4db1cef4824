package upload_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"

	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/upload"
)

// A picture is drawn anew before it is kept, and shown to whoever has a link that
// was made for it.
func ExampleService_Add() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	clock, logger := calendar.NewFrozen(calendar.MustParse("2026-10-01").At(10, 0)), slog.New(slog.DiscardHandler)
	ids := ident.NewSource(clock, 0)
	uploads := upload.New(upload.Deps{
		Store: s, Blobs: blob.NewFolder(folder), IDs: ids, Clock: clock, Jobs: jobs.New(s, ids, clock, logger), Logger: logger, Secret: []byte("example"),
	})
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(ctx, db.AccountCustomerAddParams{ID: 7, FullName: "Asha Rao", Mobile: "9000000001", VerificationStatus: "verified"})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var sofa bytes.Buffer
	_ = png.Encode(&sofa, image.NewGray(image.Rect(0, 0, 32, 32))) // into memory
	kept, err := uploads.Add(ctx, 7, upload.Ticket, upload.File{Name: "sofa.png", Type: "image/png", Size: int64(sofa.Len()), Body: bytes.NewReader(sofa.Bytes())})
	fmt.Println(kept.Name, kept.Type, err)
	shown, err := uploads.Open(ctx, uploads.Token(7, kept.ID))
	fmt.Println(shown.ID == kept.ID, err)
	_, err = uploads.Open(ctx, "a guess")
	fmt.Println(err)
	// Output:
	// sofa.jpg image/jpeg <nil>
	// true <nil>
	// NotFoundError: This image is not here any more. Please reload the page.
}
