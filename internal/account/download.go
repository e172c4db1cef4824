package account

import (
	"context"
	"fmt"
	"io"

	"rento/internal/audit"
	"rento/internal/export"
	"rento/internal/notify"
	"rento/internal/store"
)

// Download is a copy of all that is held of a customer, as a ZIP.
type Download struct {
	// FileName is under which it is kept.
	FileName string
	// Write writes it, once.
	Write func(ctx context.Context, w io.Writer) error
}

// DownloadData returns a copy of all that is held of the customer. That it was asked for
// is written down and told to the customer before the first byte of it: somebody with a
// stolen session must not get it in silence.
func (s *Service) DownloadData(ctx context.Context, session Session) (Download, error) {
	now := s.now()
	err := s.store.Write(ctx, session.CustomerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if err := s.audit.Record(ctx, tx, audit.Entry{CustomerID: session.CustomerID, Action: "data_exported", Object: "account"}); err != nil {
			return err
		}
		return s.notices.Send(ctx, tx, session.CustomerID, notify.DataDownloaded{}, fmt.Sprintf("data_exported/%d", now))
	})
	if err != nil {
		return Download{}, err
	}
	archive := export.Archive{CustomerID: session.CustomerID, Brand: s.brand, At: now, Parts: s.parts, Kept: s.keptBack}
	return Download{
		FileName: "my-data-" + now.Date().String() + ".zip",
		Write:    func(ctx context.Context, w io.Writer) error { return archive.Write(ctx, s.store.Queries(), w) },
	}, nil
}
