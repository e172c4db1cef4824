package api

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rento/internal/account"
)

const mediaZIP = "application/zip"

// download returns the handler that gives customers a copy of their data. The data is written while
// it is read, which takes minutes on a slow line.
func (c *sessionCalls) download() handler {
	h := streamed(c.downloadData, onArchive)
	h.lasts = true
	return h
}

func (c *sessionCalls) downloadData(ctx context.Context, s account.Session, _ *Nothing) (huma.StreamResponse, error) {
	d, err := c.accounts.DownloadData(ctx, s)
	return writeArchive(c.logger.With("customer", s.CustomerID), d.FileName, d.Write), err
}

func onArchive(*routes) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{mediaZIP: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
}

// writeArchive answers with a ZIP that is written while it is read.
func writeArchive(logger *slog.Logger, name string, write func(context.Context, io.Writer) error) huma.StreamResponse {
	return huma.StreamResponse{Body: func(hc huma.Context) {
		_, w := humago.Unwrap(hc)
		w.Header().Set("Content-Type", mediaZIP)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		if err := write(hc.Context(), steadyWriter{w}); err != nil {
			if hc.Context().Err() == nil {
				logger.ErrorContext(hc.Context(), "a download failed", "file", name, "error", err)
			}
			panic(http.ErrAbortHandler) // so that the reader does not treat the file as complete
		}
	}}
}

// steadyWriter gives each write its own deadline. So the whole download may take longer than other
// answers, but a client that does not read cannot hold the connection.
type steadyWriter struct{ http.ResponseWriter }

func (w steadyWriter) Write(p []byte) (int, error) {
	deadline := time.Now().Add(writeTimeout) //nolint:forbidigo // connections know real time only
	if err := http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return w.ResponseWriter.Write(p)
}
