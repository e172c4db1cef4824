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

// Download is a copy of all data held about a customer, as a ZIP file.
type Download struct {
	// FileName is the file name that the browser suggests.
	FileName string
	// Write writes the ZIP file. Call it once.
	Write func(ctx context.Context, w io.Writer) error
}

// DownloadData returns a copy of all data held about the customer. Before the first byte is
// written, the request goes to the audit log and the customer gets a message, so that somebody with
// a stolen session cannot download the data unnoticed.
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
