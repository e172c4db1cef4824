package kyc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"rento/internal/account"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is this package's part of a customer's data download: the state of each step, the data
// read from the documents, with numbers masked as on the screens, and the stored documents.
func (s *Service) Export() export.Part {
	return export.Part{Name: "kyc", About: "How your identity was checked: each step, what was read from your documents (numbers are masked), and the documents that we keep. They are in the folder kyc.", Tables: []export.Table{
		export.Few[givenCase]{Of: "kyc_cases", Into: "former_name", Without: "data_key updated_at", Read: s.exportCase},
		export.Few[givenStep]{Of: "kyc_steps", Into: "details", Without: "number_hash updated_at", Read: s.exportSteps},
		export.Paged[db.KycExportDocumentsRow]{Of: "kyc_documents", Read: (*db.Queries).KycExportDocuments, Without: "blob_key"},
		export.Paged[db.KycExportStatementsRow]{Of: "kyc_statements", Read: (*db.Queries).KycExportStatements, Without: "entity_id"},
		export.Paged[db.KycExportTransitionsRow]{Of: "kyc_transitions", Read: (*db.Queries).KycExportTransitions},
	}, Files: s.exportFiles}
}

type givenCase struct {
	State                             string
	ProfessionType                    int64
	Decision                          string
	Score                             int64
	Reasons                           []Reason
	FormerName                        string
	EvaluatedAt, RenamedAt, CreatedAt calendar.Instant
}

type givenStep struct {
	Step, State       string
	Attempt, Refusals int64
	Reason            string
	Source, Document  string
	MaskedNumber      string
	Gstin             string
	Name, TradeName   string
	BirthDate         calendar.Date
	Email, College    string
	Bank              string
	MaskedAccount     string
	Months, FaceScore int
}

// exported loads the case of a customer.
func (s *Service) exported(ctx context.Context, q *db.Queries, customerID int64) (Case, error) {
	customer, err := account.CustomerOf(ctx, q, customerID)
	if err != nil {
		return Case{}, err
	}
	return s.load(ctx, q, customer)
}

func (s *Service) exportCase(q *db.Queries, ctx context.Context, customerID int64) ([]givenCase, error) { //nolint:revive // the order of a method expression of db.Queries
	c, err := s.exported(ctx, q, customerID)
	if err != nil || !c.exists {
		return nil, err
	}
	return []givenCase{{string(c.State), int64(c.Profession), string(c.Decision), int64(c.Score), c.Reasons, c.formerName, c.EvaluatedAt, c.RenamedAt, c.createdAt}}, nil
}

func (s *Service) exportSteps(q *db.Queries, ctx context.Context, customerID int64) (given []givenStep, err error) { //nolint:revive // the order of a method expression of db.Queries
	c, err := s.exported(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	for _, step := range slices.Sorted(maps.Keys(c.Steps)) {
		r := c.Steps[step]
		d, gstin := r.Details, ""
		if step == GSTDetails {
			gstin = d.Number // a GSTIN is printed on invoices, so it is not masked
		}
		given = append(given, givenStep{
			string(step), string(r.State), r.Attempt, r.Refusals, string(r.Reason), string(d.Source), string(d.Document),
			masked(step, d.Number), gstin, d.Name, d.TradeName, d.BirthDate, d.Email, d.College, d.Bank, d.Account, d.Months, d.Score,
		})
	}
	return given, nil
}

func (s *Service) exportFiles(ctx context.Context, q *db.Queries, customerID int64, put func(export.File) error) error {
	c, err := s.exported(ctx, q, customerID)
	if err != nil || c.erased || !c.exists {
		return err
	}
	rows, err := q.KycDocuments(ctx, customerID)
	if err != nil {
		return fmt.Errorf("kyc: documents: %w", err)
	}
	for _, row := range rows {
		data, err := s.bytesOf(ctx, c, row)
		if errors.Is(err, blob.ErrNone) {
			continue // it was replaced in the meantime
		}
		if err != nil {
			return err
		}
		name := fmt.Sprintf("kyc/%s-%s-%d-%s", row.Step, row.Side, row.ID, row.Name)
		if err := put(export.File{Name: name, At: row.CreatedAt, Body: bytes.NewReader(data)}); err != nil {
			return err
		}
	}
	return nil
}
