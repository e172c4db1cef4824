package api

import (
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/fault"
	"rento/internal/kyc"
	"rento/internal/provider"
	"rento/internal/webpage"
)

// maxDocumentForm is the maximum size of a document upload in bytes, including the rest of the
// form.
const maxDocumentForm = kyc.MaxPDF + formRest

// documentPath is the path at which documents are shown. A token follows it.
const documentPath = "/api/Documents/"

type documentInput struct {
	RawBody huma.MultipartFormFiles[struct {
		DocumentType string        `form:"documentType" required:"true" maxLength:"40" enum:"panCard,profilePic,govtDocDetails,parentGovtDocDetails"`
		Side         string        `form:"side" required:"false" maxLength:"10" enum:"front,back,whole" doc:"of a government document"`
		DocType      string        `form:"docType" required:"false" maxLength:"20" enum:"aadhaar,passport,drivingLicence,voterID" doc:"which government document it is; aadhaar if nothing is said"`
		Replace      bool          `form:"replace" required:"false" doc:"in place of one that is verified (replaceable); what was compared with it is brought anew"`
		File         huma.FormFile `form:"file" doc:"a JPEG, PNG or WebP image of at most 6 MB, or a PDF of at most 10 MB" required:"true"`
	}]
}

func (c *kycCalls) upload(ctx context.Context, s account.Session, in *documentInput) (DocumentTaken, error) {
	form := in.RawBody.Data()
	file, err := fileOf(form.File)
	defer form.File.Close()
	if err != nil {
		return DocumentTaken{}, err
	}
	id, err := c.service.UploadDocument(ctx, s.CustomerID, kyc.Upload{
		Step: kyc.Step(form.DocumentType), Kind: provider.DocumentKind(form.DocType), Side: provider.Side(form.Side), File: file, Replace: form.Replace,
	})
	return DocumentTaken{err == nil, id}, err
}

func fileOf(f huma.FormFile) (kyc.File, error) {
	kind, _, err := mime.ParseMediaType(f.ContentType)
	if err != nil {
		return kyc.File{}, fault.Unsupported("kyc.type_not_taken", "Please choose a JPEG, PNG or WebP image or a PDF.").WithCause(err)
	}
	return kyc.File{Name: f.Filename, Type: kind, Size: f.Size, Body: f}, nil
}

func (c *kycCalls) bankLink(ctx context.Context, s account.Session, _ *Nothing) (BankLink, error) {
	place, err := c.service.BankURL(ctx, s.CustomerID)
	return BankLink{place.URL, place.EntityID, place.DocumentID}, err
}

type predictionQuery struct {
	DocumentID int64  `query:"documentId" required:"true"`
	UserID     int64  `query:"userId" required:"true"`
	EntityID   string `query:"entityId" required:"true" maxLength:"200"`
}

func (c *kycCalls) prediction(ctx context.Context, s account.Session, in *predictionQuery) (Prediction, error) {
	if err := self(s, in.UserID); err != nil {
		return Prediction{}, err
	}
	read, err := c.service.Predicted(ctx, s.CustomerID, in.DocumentID, in.EntityID)
	return Prediction{read}, err
}

type statementInput struct {
	RawBody huma.MultipartFormFiles[struct {
		DocumentType string        `form:"documentType" required:"true" maxLength:"40" enum:"bankDocDetails"`
		File         huma.FormFile `form:"file" doc:"a PDF of at most 10 MB" required:"true"`
	}]
}

func (c *kycCalls) uploadStatement(ctx context.Context, s account.Session, in *statementInput) (StatementTaken, error) {
	form := in.RawBody.Data()
	file, err := fileOf(form.File)
	defer form.File.Close()
	if err != nil {
		return StatementTaken{}, err
	}
	place, err := c.service.UploadStatement(ctx, s.CustomerID, file)
	return StatementTaken{place.DocumentID, place.EntityID, place.Name}, err
}

type passwordInput struct {
	DocumentID int64 `query:"documentId" required:"true"`
	Body       struct {
		Password string `json:"password,omitempty" maxLength:"200" doc:"of the PDF, if it has one; kept nowhere" example:"50100123456789"`
	}
}

func (c *kycCalls) setPassword(ctx context.Context, s account.Session, in *passwordInput) (Ok, error) {
	return ok(c.service.ReadStatement(ctx, s.CustomerID, in.DocumentID, in.Body.Password))
}

// show answers with a document. It is not a call of the contract, because an <img> sends no
// session. The token in the URL says whose document it is and how long it may be shown.
func (c *kycCalls) show(w http.ResponseWriter, r *http.Request) {
	shown, err := c.service.Show(r.Context(), r.PathValue("token"))
	if err != nil {
		WriteFault(w, r, faultFor(r.Context(), c.logger, "GET "+documentPath, err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", shown.Type)
	h.Set("Content-Length", strconv.Itoa(len(shown.Data)))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; "+webpage.OwnFrames)
	h.Set("Cache-Control", "no-store")
	if shown.Type == "application/pdf" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": shown.Name}))
	}
	if _, err := io.Copy(w, bytes.NewReader(shown.Data)); err != nil {
		c.logger.InfoContext(r.Context(), "document not sent whole", "error", err.Error()) // the status was already sent
	}
}
