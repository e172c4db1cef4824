package api_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/demo"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
)

// changed returns a specimen with a change.
func changed(d specimen.Document, change func(d *specimen.Document)) specimen.Document {
	change(&d)
	return d
}

// An upload that is not a document, or is the wrong, an unreadable, a too large or an out-of-order
// document, is refused with a reason. After three refused attempts of a step, a person reviews it,
// and the other steps can still be done. PROD-08
func TestDocumentsThatAreRefused(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	pan := ravi.Document("panCard", "front")
	good, aadhaar := picture(t, pan), picture(t, ravi.Document("aadhaar", "front"))
	fresh := func(t *testing.T) applicant {
		a := w.applicant(t, "Ravi Kumar", ravi)
		a.choose(t, 3, 30)
		return a
	}
	for name, test := range map[string]struct {
		file   sent
		reason string
	}{
		"no specimen":         {sent{nil, "cat.png", "image/png", photo(t)}, "no_document"},
		"another document":    {aadhaar, "wrong_document"},
		"blurred":             {picture(t, changed(pan, func(d *specimen.Document) { d.Flaws = []string{specimen.Blurred} })), "blurred"},
		"of a company":        {picture(t, changed(pan, func(d *specimen.Document) { d.Number = "AAACZ9999K" })), "not_a_person"},
		"number of no form":   {picture(t, changed(pan, func(d *specimen.Document) { d.Number = "12345" })), "number_invalid"},
		"no date of birth":    {picture(t, changed(pan, func(d *specimen.Document) { d.Born = "" })), "birth_date_absent"},
		"PAN that nobody has": {picture(t, changed(pan, func(d *specimen.Document) { d.Number = ravi.PAN(specimen.SerialNotFound) })), "not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			a := fresh(t)
			a.refuse(t, "panCard", "", "", test.file, http.StatusUnprocessableEntity, test.reason)
			if s := a.wantStep(t, "panCard", "rejected", test.reason); s.AttemptsLeft != 2 || len(s.Files) != 0 {
				t.Errorf("after a refusal %+v; want two tries left and no file", s)
			}
			a.bring(t, "panCard", "", "", good) // after that, the same step is accepted
			if p := refused(t, a.upload(t, "panCard", "", "", good), http.StatusConflict); p.Error.Extra["code"] != "kyc.step_done" {
				t.Errorf("a step that is done: %+v, want kyc.step_done", p)
			}
			_, err := w.raw.ExecContext(t.Context(), "UPDATE kyc_steps SET number_hash = ''") // the next customer has the same PAN
			w.must(err)
		})
	}
	a := fresh(t)
	page := pdfOf(t, ravi.Document("panCard", "front"))
	for name, test := range map[string]struct {
		step   string
		file   sent
		status int
	}{
		"picture over 6 MB":    {"panCard", sent{nil, "a.jpg", "image/jpeg", append(bytes.Clone(good.data), make([]byte, 7<<20)...)}, 413},
		"PDF over 10 MB":       {"panCard", sent{nil, "a.pdf", "application/pdf", append(bytes.Clone(page.data), make([]byte, 10<<20)...)}, 413},
		"far over":             {"panCard", sent{nil, "a.pdf", "application/pdf", make([]byte, 40<<20)}, 413},
		"no picture":           {"panCard", sent{nil, "a.jpg", "image/jpeg", []byte("<html>")}, 415},
		"a page":               {"panCard", sent{nil, "a.html", "text/html", []byte("<html>")}, 415},
		"another type":         {"panCard", sent{nil, "a.pdf", "application/pdf", good.data}, 415},
		"PDF as a picture":     {"panCard", sent{nil, "a.jpg", "image/jpeg", page.data}, 415},
		"PDF that does things": {"panCard", sent{nil, "a.pdf", "application/pdf", append(bytes.Clone(page.data), "/JavaScript (app.alert(1))"...)}, 415},
		"selfie first":         {"profilePic", good, 409},
		"parent first":         {"parentGovtDocDetails", good, 409},
		"unknown":              {"bankDocDetails", good, 422},
		"nothing":              {"", good, 422},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, a.upload(t, test.step, "", "", test.file), test.status)
			if s := a.wantStep(t, "panCard", "not_started", ""); s.AttemptsLeft != 3 {
				t.Errorf("%d tries left, want 3: nothing was tried", s.AttemptsLeft)
			}
		})
	}
	for code, file := range map[string]sent{ // each with what to do
		"upload.heic_not_taken": {nil, "IMG_0042.HEIC", "image/heic", []byte("\x00\x00\x00\x24ftypheic\x00\x00\x00\x00mif1MiHEmiafheic")},
		"kyc.pdf_has_password":  {nil, "a.pdf", "application/pdf", append(bytes.Clone(page.data), "trailer\n<< /Encrypt 9 0 R >>\n"...)},
	} {
		if diff := cmp.Diff(code, refused(t, a.upload(t, "panCard", "", "", file), http.StatusUnsupportedMediaType).Error.Extra["code"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file.name, diff)
		}
	}
	w.plan("documents.read", emulator.Error500, 20)
	refused(t, a.upload(t, "panCard", "", "", good), http.StatusBadGateway)
	if s := a.wantStep(t, "panCard", "uploaded", "source_down"); s.AttemptsLeft != 3 {
		t.Errorf("%d tries left after the provider was down, want 3", s.AttemptsLeft)
	}
	w.must(w.sandbox.Do(sandbox.Command{Provider: "hyperverge", Reset: true}))
	down := picture(t, changed(pan, func(d *specimen.Document) { d.Number = ravi.PAN(specimen.SerialDown) }))
	refused(t, a.upload(t, "panCard", "", "", down), http.StatusBadGateway) // the register is down
	a.bring(t, "panCard", "", "", good)
	a.refuse(t, "govtDocDetails", "aadhaar", "back", aadhaar, http.StatusUnprocessableEntity, "wrong_document") // it is the front
	expired := picture(t, changed(ravi.Document("passport", "front"), func(d *specimen.Document) { d.Expires = "2026-11-15" }))
	a.refuse(t, "govtDocDetails", "passport", "front", expired, http.StatusUnprocessableEntity, "expired")
	for _, call := range []string{"POST /api/UserProfiles/setCompanyEmailV2", "POST /api/UserProfiles/getFinboxNetBankingLink"} { // not for a student
		refused(t, a.call(t, call, object{"companyEmail": "ravi@work.example"}), http.StatusConflict)
	}
	a.refuse(t, "govtDocDetails", "voterID", "front", aadhaar, http.StatusUnprocessableEntity, "wrong_document")
	a.wantTooOften(t) // this closes no other step
	refused(t, a.upload(t, "govtDocDetails", "aadhaar", "", aadhaar), http.StatusConflict)

	a.done(t, "POST /api/UserProfiles/cancelAllPendingKycOrders", object{})
	a.choose(t, 3, 30)
	if s := a.wantStep(t, "govtDocDetails", "not_started", ""); s.AttemptsLeft != 3 {
		t.Errorf("begun anew with %d tries left, want 3", s.AttemptsLeft)
	}
	for range 3 {
		a.refuse(t, "govtDocDetails", "voterID", "front", aadhaar, http.StatusUnprocessableEntity, "wrong_document")
	}
	a.done(t, "POST /api/UserProfiles/cancelAllPendingKycOrders", object{})
	a.choose(t, 3, 30)
	a.wantTooOften(t) // new attempts are granted once in thirty days

	a.selfie(t) // there is no photo to compare it with
	a.wantStep(t, "profilePic", "needs_review", "doubtful")
	a.done(t, "POST /api/UserProfiles/saveCollegeName", object{"collegeName": "Mount Carmel"})
	for _, side := range []string{"front", "back"} {
		a.bring(t, "parentGovtDocDetails", "aadhaar", side, picture(t, mother.Document("aadhaar", side)))
	}
	if k := a.wantCase(t, "in_review"); !slices.Equal(k.EvalResponse.Reasons, []string{"doubtful", "too_many_tries"}) {
		t.Errorf("in review for %v, want doubtful, too_many_tries", k.EvalResponse.Reasons)
	}
	told := w.sentTo(t, a.mobile)
	a.done(t, "POST /api/UserProfiles/cancelAllPendingKycOrders", object{})
	w.wait(time.Minute)
	a.choose(t, 3, 30)
	a.wantCase(t, "in_review")
	if now := w.sentTo(t, a.mobile); now != told {
		t.Errorf("%d messages after it was begun anew with nothing new, want %d", now, told)
	}
	w.operated(t, a.id, false, "declined")
	a.wantCase(t, "declined")
	if sent, err := w.Node.Services.Notices.Outbox(t.Context(), w.store.Queries(), a.mobile, 10); err != nil || len(sent) < 2 {
		t.Errorf("%d messages, %v; want that the customer is told of the review and of its end", len(sent), err)
	}
}

// wantTooOften expects that the government document waits for a person, with no attempts left, and
// that the selfie can be uploaded.
func (a applicant) wantTooOften(t *testing.T) {
	t.Helper()
	if s := a.wantStep(t, "govtDocDetails", "needs_review", "too_many_tries"); s.AttemptsLeft != 0 {
		t.Errorf("%d tries left, want none", s.AttemptsLeft)
	}
	if k := a.wantCase(t, "in_progress"); k.CurrentDocument.Document != "profilePic" {
		t.Errorf("%q comes next, want profilePic", k.CurrentDocument.Document)
	}
}

// sentTo counts the messages to a mobile number.
func (w *kycFixture) sentTo(t *testing.T, mobile string) int {
	t.Helper()
	sent, err := w.Node.Services.Notices.Outbox(t.Context(), w.store.Queries(), mobile, 100)
	w.must(err)
	return len(sent)
}

// operated ends a review on behalf of a person of the company, twice.
func (w *kycFixture) operated(t *testing.T, customer int64, approve bool, want string) {
	t.Helper()
	var list struct{ Reviews []struct{ CustomerID int64 } }
	decode(t, w.operate(t, "GET /operations/kycReviews", nil), &list)
	if !slices.ContainsFunc(list.Reviews, func(r struct{ CustomerID int64 }) bool { return r.CustomerID == customer }) {
		t.Fatalf("reviews %+v, want that of %d", list.Reviews, customer)
	}
	body := object{"customerId": customer, "approve": approve, "reason": "Looked at by a person"}
	for range 2 {
		if answer := w.operate(t, "POST /operations/decideKyc", body); answer.Code != http.StatusOK {
			t.Fatalf("decideKyc: status %d: %s, want 200", answer.Code, answer.Body)
		}
	}
	body["approve"] = !approve
	refused(t, w.operate(t, "POST /operations/decideKyc", body), http.StatusConflict)
	if decode(t, w.operate(t, "GET /operations/kycReviews", nil), &list); slices.ContainsFunc(list.Reviews, func(r struct{ CustomerID int64 }) bool { return r.CustomerID == customer }) {
		t.Errorf("the review is listed after it was %s", want)
	}
}

// A case is declined for a reason that no other picture would change. After thirty days it can be
// started again.
func TestACaseThatIsDeclined(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		pan := ravi.Document("panCard", "front")
		verified := w.applicant(t, "Ravi Kumar", ravi)
		verified.choose(t, 4, 40)
		verified.bring(t, "panCard", "", "", picture(t, pan))
		for name, test := range map[string]struct {
			change func(d *specimen.Document)
			reason string
		}{
			"inactive":   {func(d *specimen.Document) { d.Number = ravi.PAN(specimen.SerialInactive) }, "pan_inactive"},
			"twice":      {func(d *specimen.Document) { d.Number = ravi.PAN(specimen.SerialDuplicate) }, "pan_duplicate"},
			"under age":  {func(d *specimen.Document) { d.Born = "2008-11-17" }, "under_age"},
			"of another": {func(*specimen.Document) {}, "pan_of_another_account"},
		} {
			t.Run(name, func(t *testing.T) {
				a := w.applicant(t, "Ravi Kumar", ravi)
				a.choose(t, 4, 40)
				a.refuse(t, "panCard", "", "", picture(t, changed(pan, test.change)), http.StatusUnprocessableEntity, test.reason)
				k := a.wantCase(t, "declined")
				if !slices.Equal(k.EvalResponse.Reasons, []string{test.reason}) || k.RetryOn != "2026-12-16" || k.CanChangeProfession {
					t.Errorf("declined for %v, again on %s; want %s, 2026-12-16", k.EvalResponse.Reasons, k.RetryOn, test.reason)
				}
			})
		}
		who := ravi
		who.Name, who.Born = "Kiran Rao", "1993-02-11"
		a := w.applicant(t, who.Name, who)
		a.choose(t, 4, 40)
		a.share(t, true)
		dead := picture(t, changed(who.Document(specimen.Selfie, ""), func(d *specimen.Document) { d.Flaws = []string{specimen.NotLive} }))
		for range 3 {
			a.refuse(t, "profilePic", "", "", dead, http.StatusUnprocessableEntity, "not_live")
		}
		a.wantCase(t, "declined")
		again := object{"professionId": 4, "professionType": 40}
		refused(t, a.upload(t, "profilePic", "", "", dead), http.StatusConflict)
		refused(t, a.call(t, "POST /api/UserProfiles/setProfessionV3", again), http.StatusConflict)
		w.wait(30*24*time.Hour - time.Second)
		a = a.onAnotherDevice()
		refused(t, a.call(t, "POST /api/UserProfiles/setProfessionV3", again), http.StatusConflict)
		w.wait(time.Second)
		a.done(t, "POST /api/UserProfiles/setProfessionV3", again)
		if k := a.wantCase(t, "in_progress"); k.Percentage != 50 || k.step(t, "profilePic").AttemptsLeft != 3 {
			t.Errorf("begun again at %d %%, selfie %+v; want 50 %% and three tries", k.Percentage, k.step(t, "profilePic"))
		}
		a.selfie(t)
		a.bank(t, 6, 60_000)
		a.wantCase(t, "approved")
	})
}

// Another person's selfie is refused. After three, a person reviews the case.
func TestASelfieOfSomebodyElse(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 4, 40)
	a.bring(t, "panCard", "", "", picture(t, ravi.Document("panCard", "front")))
	a.bring(t, "govtDocDetails", "aadhaar", "", pdfOf(t, ravi.Document("aadhaar", "back"), ravi.Document("aadhaar", "front")))
	for range 2 {
		a.refuse(t, "profilePic", "", "", picture(t, mother.Document(specimen.Selfie, "")), http.StatusUnprocessableEntity, "face_differs")
	}
	refused(t, a.upload(t, "profilePic", "", "", pdfOf(t, ravi.Document(specimen.Selfie, ""))), http.StatusUnsupportedMediaType)
	a.refuse(t, "profilePic", "", "", sent{nil, "wall.png", "image/png", photo(t)}, http.StatusUnprocessableEntity, "no_face")
	a.wantStep(t, "profilePic", "needs_review", "too_many_tries")
	a.bank(t, 6, 60_000)
	a.wantCase(t, "in_review")
	w.operated(t, a.id, true, "approved")
	a.wantCase(t, "approved")
}

// A code proves a company e-mail within 15 minutes and five attempts. Another code can be requested
// after a minute. CALL-86
func TestTheCodeOfACompanyEmail(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 1, 10)
	a.share(t, true)
	email := func(address string) *httptest.ResponseRecorder {
		return a.call(t, "POST /api/UserProfiles/setCompanyEmailV2", object{"companyEmail": address})
	}
	refused(t, email("ravi@work.example"), http.StatusConflict) // the selfie comes first
	a.selfie(t)
	for _, bad := range []string{"", "ravi", "ravi@gmail.com", "ravi@mail.yahoo.co.in", "Ravi <ravi@work.example>", "ravi@work"} {
		refused(t, email(bad), http.StatusUnprocessableEntity)
	}
	prove := func(code string) *httptest.ResponseRecorder {
		return a.call(t, "POST /api/UserProfiles/verifyCompanyEmail", object{"code": code})
	}
	refused(t, prove("123456"), http.StatusConflict)
	var sent struct{ ResendAfterSeconds int }
	if decode(t, email(" Ravi@Work.Example "), &sent); sent.ResendAfterSeconds != 60 {
		t.Errorf("another after %d s, want 60", sent.ResendAfterSeconds)
	}
	if s := a.wantStep(t, "companyEmail", "uploaded", ""); s.Email != "ravi@work.example" {
		t.Errorf("e-mail %q, want ravi@work.example", s.Email)
	}
	if answer := email("ravi@work.example"); answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") != "60" {
		t.Errorf("another code at once: status %d, Retry-After %q; want 429, 60", answer.Code, answer.Header().Get("Retry-After"))
	}
	first := w.codeTo(t, "ravi@work.example")
	wrong := "000000"
	if first == wrong {
		wrong = "111111"
	}
	for range 5 {
		if p := refused(t, prove(wrong), http.StatusUnprocessableEntity); p.Error.Extra["code"] != "login.code_wrong" {
			t.Fatalf("%+v, want login.code_wrong", p)
		}
	}
	if p := refused(t, prove(first), http.StatusUnprocessableEntity); p.Error.Extra["code"] != "login.code_expired" {
		t.Errorf("after five wrong ones: %+v, want login.code_expired", p)
	}
	w.wait(time.Minute)
	if answer := email("ravi@work.example"); answer.Code != http.StatusOK {
		t.Fatalf("another code: status %d: %s, want 200", answer.Code, answer.Body)
	}
	second := w.codeTo(t, "ravi@work.example")
	w.wait(15 * time.Minute)
	refused(t, prove(second), http.StatusUnprocessableEntity)
	a.proveEmail(t, "ravi@work.example")
	if answer := prove("whatever"); answer.Code != http.StatusOK { // it is already proven
		t.Errorf("proven twice: status %d, want 200", answer.Code)
	}
	refused(t, email("ravi@other.example"), http.StatusConflict)
}

// A GSTIN is refused because of its format, by the register, or if it belongs to somebody else. The
// GSTIN of a company is reviewed by a person. CALL-88
func TestGSTNumbersThatAreRefused(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 2, 20)
	a.share(t, true)
	verify := func(gst string) *httptest.ResponseRecorder {
		return a.call(t, "POST /api/Hyperverges/setAndVerifyGST", object{"gstIn": gst})
	}
	refused(t, verify(gstOf(ravi.PAN(""))), http.StatusConflict)
	a.selfie(t)
	for gst, reason := range map[string]string{
		"29AAAPZ1234C1ZX": "number_invalid", "": "number_invalid", gstOf("AAAPZ1234C"): "pan_differs", gstOf(ravi.PAN(specimen.SerialInactive)): "gst_inactive",
	} {
		if p := refused(t, verify(gst), http.StatusUnprocessableEntity); p.Error.Extra["reason"] != reason {
			t.Errorf("%s: refused with %v, want %s", gst, p.Error.Extra["reason"], reason)
		}
	}
	if s := a.kyc(t).step(t, "gstDetails"); s.AttemptsLeft != 1 {
		t.Errorf("%d tries left, want 1: what has no form is no try", s.AttemptsLeft)
	}
	refused(t, verify(gstOf(ravi.PAN(specimen.SerialDown))), http.StatusBadGateway)
	a.wantStep(t, "gstDetails", "uploaded", "source_down")
	if answer := verify(gstOf("AAACZ1234K")); answer.Code != http.StatusOK {
		t.Errorf("a company: status %d: %s, want 200", answer.Code, answer.Body)
	}
	a.wantStep(t, "gstDetails", "needs_review", "not_proprietor")
}

func gstOf(pan string) string { return demo.GSTIN("29", pan) }

// Statements that cannot be read or contain too little, and how the customer continues. CALL-89,
// CALL-90, CALL-91, CALL-92, KYC-11, KYC-12
func TestStatementsThatAreRefused(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		a := w.applicant(t, "Ravi Kumar", ravi)
		a.choose(t, 4, 40)
		refused(t, a.post(t, "/api/Documents/upload", a.statement(t, 6, 60_000, "")), http.StatusConflict)
		a.share(t, true)
		a.selfie(t)
		refused(t, a.post(t, "/api/Documents/upload", sent{map[string]string{"documentType": "bankDocDetails"}, "a.png", "image/png", photo(t)}), http.StatusUnsupportedMediaType)

		at, p := a.bankLink(t)
		refused(t, a.open(t, p, ""), http.StatusNotFound) // it is not a file
		back := w.page(t, at, url.Values{"answer": {"exit"}})
		if back.Query().Get("success") != "false" {
			t.Errorf("left the bank: %s, want success=false", back)
		}
		for range 2 {
			var out struct{ PredictionDone *bool }
			if decode(t, a.predict(t, p), &out); out.PredictionDone == nil || *out.PredictionDone {
				t.Errorf("a bank that was left: %+v, want that nothing is read", out)
			}
			w.wait(3 * time.Second)
		}
		stranger := w.applicant(t, "Ravi Kumar", mother)
		refused(t, stranger.predict(t, p), http.StatusNotFound)

		scan := a.statement(t, 6, 60_000, "")
		scan.data = pdfOf(t, ravi.Document("panCard", "front")).data
		held := a.uploadStatement(t, scan)
		refused(t, stranger.open(t, held, ""), http.StatusNotFound)
		if f := refused(t, a.open(t, held, ""), http.StatusUnprocessableEntity); f.Error.Extra["reason"] != "scanned_statement" {
			t.Errorf("a scan: %+v, want scanned_statement", f)
		}
		if f := refused(t, a.open(t, held, ""), http.StatusUnprocessableEntity); f.Error.Extra["reason"] != "scanned_statement" {
			t.Errorf("a scan, said again: %+v, want scanned_statement", f)
		}
		refused(t, a.predict(t, held), http.StatusUnprocessableEntity)

		w.plan("statements.upload", emulator.Error500, 2)
		next := a.uploadStatement(t, a.statement(t, 6, 60_000, "pass"))
		refused(t, a.open(t, next, "pass"), http.StatusBadGateway)
		for range 3 { // after that the provider answers
			if a.open(t, next, "pass").Code == http.StatusOK {
				break
			}
		}
		if answer := a.read(t, next); answer.Code != http.StatusOK {
			t.Fatalf("predictionStatus: status %d: %s, want 200", answer.Code, answer.Body)
		}
		a.wantCase(t, "approved")
	})
}

// A person reviews a statement that was altered. If the customer does not poll, a job asks the
// provider.
func TestAnAlteredStatementNobodyPolls(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 4, 40)
	a.share(t, true)
	a.selfie(t)
	p := a.uploadStatement(t, a.statement(t, 6, 60_000, "", func(s *specimen.Statement) { s.Altered = true }))
	if answer := a.open(t, p, ""); answer.Code != http.StatusOK {
		t.Fatalf("setDetails: status %d: %s, want 200", answer.Code, answer.Body)
	}
	w.wait(time.Minute)
	w.runJobs(t)
	a.wantStep(t, "bankDocDetails", "needs_review", "altered")
	a.wantCase(t, "partial_offered")
}

// A document is shown for five minutes at a URL that only its customer gets. Agents get none.
func TestTheAddressOfADocument(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 4, 40)
	a.bring(t, "panCard", "", "", picture(t, ravi.Document("panCard", "front")))
	files := a.kyc(t).PANDetails.Files
	if len(files) != 1 || files[0].URL == "" {
		t.Fatalf("files %+v, want one with an address", files)
	}
	at := files[0].URL
	show := func(at string) *httptest.ResponseRecorder { return w.demoCity.raw(t, http.MethodGet, at, "", nil) }
	shown := show(at)
	if d, err := specimen.Read(shown.Body.Bytes()); err != nil || shown.Code != http.StatusOK || d.Number != ravi.PAN("") {
		t.Errorf("shown: status %d, %+v, %v; want the PAN card", shown.Code, d, err)
	}
	for header, want := range map[string]string{
		"Content-Type": "image/jpeg", "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'self'", "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := shown.Header().Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	agent := person{w.demoCity, a.id, w.signInBy(a.id, account.Handoff{Agent: "ravi", Reason: "asked by phone"})}
	var seen wireKYC
	agent.do(t, http.MethodGet, "/api/Hyperverges/completionStatusV3", nil, &seen)
	if len(seen.PANDetails.Files) != 1 || seen.PANDetails.Files[0].URL != "" {
		t.Errorf("an agent sees %+v, want a file without an address", seen.PANDetails.Files)
	}
	stranger := w.applicant(t, "Ravi Kumar", mother)
	parts := strings.Split(strings.TrimPrefix(at, "/api/Documents/"), ".")
	forged := append([]string{strconv.FormatInt(stranger.id, 36)}, parts[1:]...)
	for _, bad := range []string{at[:len(at)-1], "/api/Documents/" + strings.Join(forged, "."), "/api/Documents/x"} {
		refused(t, show(bad), http.StatusNotFound)
	}
	w.wait(5*time.Minute - 2*time.Second)
	if got := show(at).Code; got != http.StatusOK {
		t.Errorf("just before five minutes: status %d, want 200", got)
	}
	w.wait(2 * time.Second)
	refused(t, show(at), http.StatusNotFound)
	if fresh := a.kyc(t).PANDetails.Files[0].URL; show(fresh).Code != http.StatusOK {
		t.Error("a new address does not show it")
	}
}

// Two devices bring the same document at the same time. It is stored once, and the other device
// gets an error.
func TestTwoDevicesAtATime(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		phone := w.applicant(t, "Ravi Kumar", ravi)
		phone.choose(t, 4, 40)
		laptop := phone.onAnotherDevice()
		f := picture(t, ravi.Document("panCard", "front"))
		var answers [2]*httptest.ResponseRecorder
		together(
			func() { answers[0] = phone.upload(t, "panCard", "", "", f) },
			func() { answers[1] = laptop.upload(t, "panCard", "", "", f) },
		)
		codes := []int{answers[0].Code, answers[1].Code}
		if slices.Sort(codes); !slices.Equal(codes, []int{200, 409}) {
			t.Errorf("statuses %v, want one 200 and one 409", codes)
		}
		if s := phone.wantStep(t, "panCard", "verified", ""); len(s.Files) != 1 {
			t.Errorf("%d files, want 1", len(s.Files))
		}
		phone.share(t, false)
		phone.selfie(t)
		p := phone.uploadStatement(t, phone.statement(t, 6, 60_000, ""))
		together(
			func() { answers[0] = phone.open(t, p, "") },
			func() { answers[1] = laptop.open(t, p, "") },
		)
		if answers[0].Code != http.StatusOK || answers[1].Code != http.StatusOK {
			t.Errorf("a statement opened twice at a time: %s, %s; want 200 and 200", answers[0].Body, answers[1].Body)
		}
		w.wait(5 * time.Second)
		together(
			func() { answers[0] = phone.predict(t, p) },
			func() { answers[1] = laptop.predict(t, p) },
		)
		for _, answer := range answers {
			if answer.Code != http.StatusOK {
				t.Errorf("two who poll: status %d: %s, want 200", answer.Code, answer.Body)
			}
		}
		phone.wantCase(t, "approved")
	})
}

// If a node dies during an attempt, the step is available again after three minutes.
func TestATryWithoutAnAnswerIsGivenBack(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 4, 40)
	a.bring(t, "panCard", "", "", picture(t, ravi.Document("panCard", "front")))
	a.bring(t, "govtDocDetails", "aadhaar", "front", picture(t, ravi.Document("aadhaar", "front")))
	_, err := w.raw.ExecContext(t.Context(), "UPDATE kyc_steps SET state = 'processing' WHERE step = 'govtDocDetails'")
	w.must(err)
	refused(t, a.upload(t, "govtDocDetails", "aadhaar", "back", picture(t, ravi.Document("aadhaar", "back"))), http.StatusConflict)
	w.wait(4 * time.Minute)
	w.runJobs(t)
	a.wantStep(t, "govtDocDetails", "uploaded", "source_down")
	a.bring(t, "govtDocDetails", "aadhaar", "back", picture(t, ravi.Document("aadhaar", "back")))
	a.wantStep(t, "govtDocDetails", "verified", "")
}

// When an account is deleted, its documents are kept out of reach for a year after the last change.
// Then the files and the key are destroyed.
func TestDeletionOfAnAccountRemovesItsDocuments(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		a := w.applicant(t, "Ravi Kumar", ravi)
		a.choose(t, 4, 40)
		a.bring(t, "panCard", "", "", picture(t, ravi.Document("panCard", "front")))
		w.wait(60 * 24 * time.Hour)
		a = a.onAnotherDevice()
		a.bring(t, "govtDocDetails", "aadhaar", "front", picture(t, ravi.Document("aadhaar", "front"))) // the last change
		changedAt := w.company.Clock.Now()
		at := a.kyc(t).PANDetails.Files[0].URL
		a.done(t, "POST /api/RMUsers/logout", object{})
		a = a.onAnotherDevice()
		a.done(t, "POST /api/UserProfiles/requestDeleteUser", object{})
		w.wait(8 * 24 * time.Hour)
		w.runJobs(t)
		refused(t, a.call(t, "GET /api/Hyperverges/completionStatusV3", nil), http.StatusUnauthorized)
		refused(t, w.demoCity.raw(t, http.MethodGet, at, "", nil), http.StatusNotFound)
		if got := w.fileCount(t); got != 2 {
			t.Errorf("%d files within the year, want 2", got)
		}
		w.company.Clock.Set(changedAt.Add(365*24*time.Hour - time.Hour))
		w.runJobs(t)
		if got := w.fileCount(t); got != 2 {
			t.Errorf("%d files just before the year is over, want 2", got)
		}
		w.wait(2 * time.Hour)
		w.runJobs(t)
		w.runJobs(t)
		if got := w.fileCount(t); got != 0 {
			t.Errorf("%d files after the year, want none", got)
		}
		left := 0
		for _, query := range []string{
			"SELECT count(*) FROM kyc_documents", "SELECT count(*) FROM kyc_steps WHERE details <> '' OR number_hash <> ''", "SELECT count(*) FROM kyc_cases WHERE data_key <> '' OR former_name <> ''",
		} {
			left += w.count(t, query)
		}
		if left != 0 {
			t.Errorf("%d rows hold something of the customer, want none", left)
		}
	})
}
