package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/sandbox/specimen"
	"rento/internal/store/db"
)

// identifying are the KYC calls that change something. Each function prepares a case for which the
// call is allowed and returns what to send, because the attempts of other tests have no case in
// that state. The value at "?" is the query.
var identifying = map[string]func(t *testing.T, a applicant) (body object, form *sent){
	"POST /api/UserProfiles/setProfessionV3": func(*testing.T, applicant) (object, *sent) {
		return object{"professionId": 4, "professionType": 40}, nil
	},
	"POST /api/Hyperverges/completeDigilocker": func(t *testing.T, a applicant) (object, *sent) {
		a.choose(t, 4, 40)
		return object{"query": a.lockerPage(t, "shared", nil)}, nil
	},
	"POST /api/Hyperverges/validateAndUpload": func(t *testing.T, a applicant) (object, *sent) {
		a.choose(t, 4, 40)
		f := picture(t, a.papers.Document("panCard", "front"))
		f.fields = map[string]string{"documentType": "panCard"}
		return nil, &f
	},
	"POST /api/UserProfiles/setCompanyEmailV2": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 1, 10)
		return object{"companyEmail": "ravi@work.example"}, nil
	},
	"POST /api/UserProfiles/verifyCompanyEmail": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 1, 10)
		address := fmt.Sprintf("ravi%d@work.example", a.id)
		a.done(t, "POST /api/UserProfiles/setCompanyEmailV2", object{"companyEmail": address})
		return object{"code": a.fixture.codeTo(t, address)}, nil
	},
	"POST /api/UserProfiles/saveCollegeName": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 3, 30)
		return object{"collegeName": "Mount Carmel College"}, nil
	},
	"POST /api/Hyperverges/setAndVerifyGST": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 2, 20)
		return object{"gstIn": gstOf(a.papers.PAN(""))}, nil
	},
	"POST /api/UserProfiles/getFinboxNetBankingLink": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		return object{}, nil
	},
	"POST /api/Documents/upload": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		f := a.statement(t, 6, 60_000, "")
		return nil, &f
	},
	"POST /api/DocumentDetails/setDetails": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		p := a.uploadStatement(t, a.statement(t, 6, 60_000, "secret"))
		return object{"?": fmt.Sprintf("documentId=%d", p.DocumentID), "password": "secret"}, nil
	},
	"POST /api/FinboxBankStatement/predictionStatus": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		p := a.uploadStatement(t, a.statement(t, 6, 60_000, ""))
		if answer := a.open(t, p, ""); answer.Code != http.StatusOK {
			t.Fatalf("setDetails: status %d, want 200", answer.Code)
		}
		a.fixture.wait(5 * time.Second)
		return object{"?": fmt.Sprintf("documentId=%d&userId=%d&entityId=%s", p.DocumentID, a.id, p.EntityID)}, nil
	},
	"POST /api/UserProfiles/skipAlternateBankDetails": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		a.bank(t, 2, 60_000)
		return object{}, nil
	},
	"POST /api/UserProfiles/submitPartialApprove": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		a.bank(t, 2, 60_000)
		a.done(t, "POST /api/UserProfiles/skipAlternateBankDetails", object{})
		return object{}, nil
	},
	"POST /api/UserProfiles/cancelAllPendingKycOrders": func(t *testing.T, a applicant) (object, *sent) {
		a.choose(t, 4, 40)
		return object{}, nil
	},
	"POST /api/UserProfiles/changeUserNameFromPAN": func(t *testing.T, a applicant) (object, *sent) {
		a.through(t, 4, 40)
		return object{"userId": a.id}, nil
	},
}

// isIdentifying reports whether a call is in identifying.
func isIdentifying(call string) bool { return identifying[call] != nil }

// through chooses a profession and completes the identity steps.
func (a applicant) through(t *testing.T, id, kind int) {
	t.Helper()
	a.choose(t, id, kind)
	a.share(t, true)
	a.bring(t, "profilePic", "", "", picture(t, a.papers.Document(specimen.Selfie, "")))
}

// make makes a call of identifying.
func (a applicant) make(t *testing.T, call string, body object, form *sent) *httptest.ResponseRecorder {
	t.Helper()
	_, path, _ := strings.Cut(call, " ")
	if form != nil {
		return a.post(t, path, *form)
	}
	if query, ok := body["?"].(string); ok {
		call += "?" + query
		delete(body, "?")
	}
	return a.call(t, call, body)
}

// nth returns an applicant with the documents of a distinct person. The name of the account differs
// from the PAN, for the calls that take over the name of the PAN.
func (w *kycFixture) nth(t *testing.T, n int) applicant {
	who := ravi
	who.Born = time.Date(1985, 1, 1+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	return w.applicant(t, "Kumar Ravi", who)
}

// Every KYC call that changes something records who made it. This is TestEveryChangeSaysWhoMadeIt
// for calls that need a case in a certain state. It also covers repeated calls and the decision of
// a review.
func TestEveryChangeOfKYCSaysWhoMadeIt(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	n := 0
	for call, prepare := range identifying {
		n++
		t.Run(call, func(t *testing.T) {
			a := w.nth(t, n)
			body, form := prepare(t, a)
			before := w.recorded(t, a.id)
			if answer := a.make(t, call, body, form); answer.Code != http.StatusOK {
				t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
			}
			w.wantActor(t, a.id, before, "customer")
		})
	}
	a := w.nth(t, n+1)
	a.choose(t, 4, 40)
	for range 3 {
		a.refuse(t, "panCard", "", "", sent{nil, "cat.png", "image/png", photo(t)}, http.StatusUnprocessableEntity, "no_document")
	}
	a.share(t, false)
	a.selfie(t)
	a.bank(t, 6, 60_000)
	before := w.recorded(t, a.id)
	w.operated(t, a.id, true, "approved")
	w.wantActor(t, a.id, before, "staff:Meera Nair")
}

// wantActor expects the entries that were recorded since to name the actor.
func (w *kycFixture) wantActor(t *testing.T, customer int64, before []db.AuditLog, actor string) {
	t.Helper()
	fresh := slices.DeleteFunc(w.recorded(t, customer), func(row db.AuditLog) bool { return slices.Contains(before, row) })
	if len(fresh) == 0 {
		t.Error("nothing was recorded")
	}
	for _, row := range fresh {
		if row.Actor != actor || row.RequestID == "" || row.Action == "" || actor == "customer" && row.Network != "192.0.2.0/24" {
			t.Errorf("recorded %+v, want the actor %s with request and network", row, actor)
		}
	}
}

// Invisible characters are removed from the texts of KYC. This is TestWhatNobodySeesIsNotStored for
// calls that need a case in a certain state.
func TestWhatNobodySeesOfKYCIsNotStored(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	n := 0
	for call, prepare := range identifying {
		n++
		t.Run(call, func(t *testing.T) {
			a := w.nth(t, n)
			body, form := prepare(t, a)
			if form != nil {
				form.name = "\u202e\u200f" + form.name // a form cannot contain terminal control characters
			}
			for name, value := range body {
				if text, ok := value.(string); ok && name != "?" {
					body[name] = sprinkled(text)
				}
			}
			if answer := a.make(t, call, body, form); answer.Code != http.StatusOK {
				t.Errorf("status %d, want 200 as without what nobody sees: %s", answer.Code, answer.Body)
			}
			if s := a.kyc(t); call == "POST /api/UserProfiles/setCompanyEmailV2" && s.step(t, "companyEmail").Email != "ravi@work.example" {
				t.Errorf("e-mail %q, want ravi@work.example", s.step(t, "companyEmail").Email)
			}
			for _, s := range a.kyc(t).CurrentDocument.KYCDocuments {
				for _, f := range s.Files {
					if strings.ContainsAny(f.Name, unseen) {
						t.Errorf("a file is called %q, want nothing in it that nobody sees", f.Name)
					}
				}
			}
		})
	}
	w.company.T = t
	for _, column := range w.textColumns(t) {
		w.wantSeen(t, column)
	}
}
