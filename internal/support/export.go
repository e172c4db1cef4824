package support

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is this package's part of a customer's data download: all messages between the customer
// and support, without the names of staff.
func (s *Service) Export() export.Part {
	return export.Part{Name: "chat", About: "What you and support have written to each other in the chat.", Tables: []export.Table{
		export.Paged[db.SupportExportChatThreadsRow]{Of: "chat_threads", Read: (*db.Queries).SupportExportChatThreads, Without: "data_key"},
		export.Paged[givenMessage]{Of: "chat_messages", Into: "body", Without: "staff_id client_key", Read: s.exportMessages},
	}}
}

type givenMessage struct {
	ID, ThreadID   int64
	Author, Saying string
	Text           string
	// Facts are the figures in the assistant's message.
	Facts     *Facts
	UploadID  string
	CreatedAt calendar.Instant
}

func (s *Service) exportMessages(q *db.Queries, ctx context.Context, customerID, afterID int64) ([]givenMessage, error) { //nolint:revive // the order of a method expression of db.Queries
	rows, err := q.SupportExportMessages(ctx, customerID, afterID)
	if err != nil {
		return nil, fmt.Errorf("support: messages: %w", err)
	}
	given := make([]givenMessage, len(rows))
	for i, row := range rows {
		m, err := s.read(ctx, q, row)
		if err != nil {
			return nil, err
		}
		given[i] = givenMessage{row.ID, row.ThreadID, row.Author, row.Saying, m.Text, nil, row.UploadID.String, row.CreatedAt}
		if m.Saying != "" {
			given[i].Facts = &m.Facts
		}
	}
	return given, nil
}
