package upload

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/blob"
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is what a customer is given of their own data: the list of pictures, and the
// pictures.
func (s *Service) Export() export.Part {
	return export.Part{Name: "pictures", About: "The pictures that you sent with requests and to support. They are in the folder pictures.", Tables: []export.Table{
		export.Few[db.UploadExportUploadsRow]{Of: "uploads", Read: (*db.Queries).UploadExportUploads, Without: "blob_key"},
	}, Files: s.exportFiles}
}

func (s *Service) exportFiles(ctx context.Context, q *db.Queries, customerID int64, put func(export.File) error) error {
	rows, err := q.UploadsOf(ctx, customerID)
	if err != nil {
		return fmt.Errorf("upload: pictures: %w", err)
	}
	for _, row := range rows {
		body, err := s.blobs.Get(ctx, row.BlobKey)
		if errors.Is(err, blob.ErrNone) {
			continue // it was forgotten meanwhile
		}
		if err != nil {
			return fmt.Errorf("upload: picture %s: %w", row.ID, err)
		}
		err = put(export.File{Name: "pictures/" + row.ID + "-" + row.Name, At: row.CreatedAt, Body: body})
		if err = errors.Join(err, body.Close()); err != nil {
			return fmt.Errorf("upload: picture %s: %w", row.ID, err)
		}
	}
	return nil
}
