package feedback_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/feedback"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/testkit"
)

const customer = int64(7)

func service(t *testing.T, s *store.Store) (*feedback.Service, *calendar.Frozen) {
	t.Helper()
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-20").At(10, 0))
	f := feedback.New(s, ident.NewSource(clock, 0), clock)
	testkit.AddCustomers(t, s, customer)
	request(t, s, f)
	return f, clock
}

func request(t *testing.T, s *store.Store, f *feedback.Service) {
	t.Helper()
	err := s.Write(t.Context(), customer, func(tx *store.Tx) error {
		return f.Open(t.Context(), tx, customer, "payment:1", "How was paying?")
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A question of ours has a code for its translations, any other words have none.
func TestTheQuestionAfterAPaymentHasACode(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		f, _ := service(t, s)
		if request, err := f.Next(t.Context(), customer); err != nil || request.Code != "" {
			t.Errorf(`got %+v, %v; want request.Code = ""`, request, err)
		}
		const other = 8
		testkit.AddCustomers(t, s, other)
		err := s.Write(t.Context(), other, func(tx *store.Tx) error {
			return f.OpenAfterPayment(t.Context(), tx, other, "payment:2")
		})
		if err != nil {
			t.Fatal(err)
		}
		request, err := f.Next(t.Context(), other)
		if err != nil || request.Code != "feedback.after_payment" || request.Message != "How was paying with us?" {
			t.Errorf(`got %+v, %v; want request.Code = "feedback.after_payment", request.Message = "How was paying with us?"`, request, err)
		}
	})
}

// FEEDBACK-02, CALL-18, ENTITY-59, ENTITY-60: what the server asks is given
// once; the token belongs to one customer.
func TestFeedbackIsGivenOnce(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		f, _ := service(t, s)
		request(t, s, f)
		request, err := f.Next(t.Context(), customer)
		if err != nil || request.Skip || request.Message != "How was paying?" {
			t.Fatalf(`got %+v, %v; want not request.Skip, request.Message = "How was paying?"`, request, err)
		}
		if err := f.Give(t.Context(), 8, request.Token, 9, ""); !fault.Is(err, http.StatusNotFound) {
			t.Errorf("another customer gave it: %v, want 404", err)
		}
		for _, rating := range []int64{0, 11} {
			if err := f.Give(t.Context(), customer, request.Token, rating, ""); !fault.Is(err, http.StatusUnprocessableEntity) {
				t.Errorf("rating %d: %v, want 422", rating, err)
			}
		}
		if err := f.Give(t.Context(), customer, request.Token, 9, "quick"); err != nil {
			t.Fatal(err)
		}
		if err := f.Give(t.Context(), customer, request.Token, 9, "quick"); !fault.Is(err, http.StatusConflict) {
			t.Errorf("given twice: %v, want 409", err)
		}
		if request, _ := f.Next(t.Context(), customer); !request.Skip {
			t.Errorf("asked again for the same cause: %+v; want request.Skip", request)
		}
	})
}

// FEEDBACK-14, CALL-20, CALL-102: a postponed request rests for a day, a
// lapsed one is gone.
func TestFeedbackCanWaitAndLapse(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		f, clock := service(t, s)
		request, _ := f.Next(t.Context(), customer)
		if err := f.Later(t.Context(), customer, request.Token); err != nil {
			t.Fatal(err)
		}
		if now, _ := f.Next(t.Context(), customer); !now.Skip {
			t.Error("asked at once after 'later'")
		}
		clock.Advance(25 * time.Hour)
		if again, _ := f.Next(t.Context(), customer); again.Token != request.Token || !again.Postponed {
			t.Errorf("a day after 'later' the question is %+v, want the same one, postponed", again)
		}
		if err := f.Lapse(t.Context(), customer, request.Token); err != nil {
			t.Fatal(err)
		}
		if gone, _ := f.Next(t.Context(), customer); !gone.Skip {
			t.Error("asked after it lapsed")
		}
	})
}

// Nobody is asked about what was long ago.
func TestAnOldQuestionIsNotAsked(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		f, clock := service(t, s)
		clock.Advance(14 * 24 * time.Hour)
		if last, err := f.Next(t.Context(), customer); err != nil || last.Skip {
			t.Errorf("after 14 days: %+v, %v; want the question", last, err)
		}
		clock.Advance(time.Minute)
		if gone, err := f.Next(t.Context(), customer); err != nil || !gone.Skip {
			t.Errorf("after more than 14 days: %+v, %v; want none", gone, err)
		}
	})
}

// FEEDBACK-17: a comment has no limit of its own. What a call carries is stored.
func TestACommentHasNoLimit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		f, _ := service(t, s)
		next, err := f.Next(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		comment := strings.Repeat("ü", 30_000)
		if err := f.Give(t.Context(), customer, next.Token, 5, comment); err != nil {
			t.Fatal(err)
		}
		row, err := s.Queries().FeedbackByToken(t.Context(), customer, next.Token)
		if err != nil || row.Comment != comment {
			t.Errorf("stored are %d bytes, %v; want all %d", len(row.Comment), err, len(comment))
		}
	})
}

// What somebody wrote goes with their account.
func TestDeletionTakesTheComment(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		f, _ := service(t, s)
		request, err := f.Next(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Give(t.Context(), customer, request.Token, 3, "Call me on 98765 43210"); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(t.Context(), customer, func(tx *store.Tx) error { return feedback.Deletion().Erase(t.Context(), tx, customer) }); err != nil {
			t.Fatal(err)
		}
		row, err := s.Queries().FeedbackByToken(t.Context(), customer, request.Token)
		if err != nil || row.Comment != "" || row.Rating != 3 {
			t.Errorf(`left: %+v, %v; want row.Comment = "", row.Rating = 3`, row, err)
		}
	})
}
