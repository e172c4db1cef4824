package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/fault"
	"rento/internal/upload"
	"rento/internal/webpage"
)

const (
	// formRest is how many bytes a form may have besides its file.
	formRest = 1 << 20
	// maxForm is the maximum size of an upload in bytes, including the rest of the form.
	maxForm = upload.MaxBytes + formRest
)

// ImagePath is the path at which stored images are shown. A token follows it.
const ImagePath = "/api/ServiceRequestImages/"

// Upload is an uploaded image.
type Upload struct {
	ID   string `json:"id" example:"5c7v9b1n3m5k7j9h1g3f5d7s9a"`
	URL  string `json:"url" doc:"shows the image for an hour at least, without a session" example:"/api/ServiceRequestImages/7w9e1r3t5y7u9i1o3p.a1s3d5f7g9h1j3k5"`
	Name string `json:"name" example:"sofa.jpg"`
	Type string `json:"type" doc:"image/jpeg, whatever was sent" example:"image/jpeg"`
	Size int64  `json:"size" doc:"bytes"`
}

type uploadCalls struct {
	uploads *upload.Service
	logger  *slog.Logger
}

type uploadInput struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" doc:"a JPEG, PNG or WebP image of at most 8 MB" required:"true"`
	}]
}

func (c *uploadCalls) upload(ctx context.Context, s account.Session, in *uploadInput) (Upload, error) {
	return takeIn(ctx, c.uploads, s.CustomerID, upload.Ticket, in)
}

// takeIn stores the image of a form for a purpose.
func takeIn(ctx context.Context, uploads *upload.Service, customerID int64, purpose upload.Purpose, in *uploadInput) (Upload, error) {
	f := in.RawBody.Data().File
	defer f.Close()
	kind, _, err := mime.ParseMediaType(f.ContentType)
	if err != nil {
		return Upload{}, fault.Unsupported("upload.type_not_taken", "Please choose a JPEG, PNG or WebP image.").WithCause(err)
	}
	taken, err := uploads.Add(ctx, customerID, purpose, upload.File{Name: f.Filename, Type: kind, Size: f.Size, Body: f})
	return wireUpload(uploads, customerID, taken), err
}

func wireUpload(uploads *upload.Service, customerID int64, u upload.Upload) Upload {
	return Upload{ID: u.ID, URL: PictureOf(uploads)(customerID, u.ID), Name: u.Name, Type: u.Type, Size: u.Size}
}

// PictureOf returns a function that makes URLs of pictures for pages outside the contract.
func PictureOf(uploads *upload.Service) func(customerID int64, id string) string {
	return func(customerID int64, id string) string { return ImagePath + uploads.Token(customerID, id) }
}

// show answers with an image. It is not a call of the contract, because an <img> sends no session.
// The token in the URL says whose image it is and how long it may be shown.
func (c *uploadCalls) show(w http.ResponseWriter, r *http.Request) {
	if err := c.send(w, r); err != nil {
		WriteFault(w, r, faultFor(r.Context(), c.logger, "GET "+ImagePath, err))
	}
}

func (c *uploadCalls) send(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	image, err := c.uploads.Open(ctx, r.PathValue("token"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", image.Type)
	h.Set("Content-Length", strconv.FormatInt(image.Size, 10))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; "+webpage.OwnFrames)
	h.Set("Cache-Control", fmt.Sprintf("private, max-age=%d", int(image.For.Seconds())))
	_, err = io.Copy(w, image.Body)
	if err = errors.Join(err, image.Body.Close()); err != nil {
		c.logger.InfoContext(ctx, "image not sent whole", "error", err.Error()) // the status was already sent
	}
	return nil
}
