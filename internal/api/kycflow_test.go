package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rento/internal/config"
	"rento/internal/demo"
	"rento/internal/sandbox/specimen"
)

// walked is a case that goes through its steps one by one.
type walked struct {
	applicant

	steps []string
	at    int
}

// next performs a step and expects the case to ask for the next one.
func (w *walked) next(t *testing.T, reached int, do func()) {
	t.Helper()
	if k := w.kyc(t); k.CurrentDocument.Document != w.steps[w.at] {
		t.Fatalf("asked for %q, want %s", k.CurrentDocument.Document, w.steps[w.at])
	}
	do()
	w.at++
	k := w.kyc(t)
	want := ""
	if w.at < len(w.steps) {
		want = w.steps[w.at]
	}
	if k.Percentage != reached || k.CurrentDocument.Document != want {
		t.Fatalf("after %s: %d %%, asked for %q; want %d %%, %q: %+v", w.steps[w.at-1], k.Percentage, k.CurrentDocument.Document, reached, want, k)
	}
}

// Each profession from its choice to the approval, with each step in order and its percentage, over
// the calls and the providers. Nothing of an Aadhaar or of documents is stored in clear text.
// PROD-08, KYC-09, ENTITY-68, ENTITY-69, ENTITY-70, ENTITY-71, ENTITY-72, CALL-82, CALL-84,
// CALL-85, CALL-86, CALL-87, CALL-88, CALL-90, CALL-91, CALL-92
func TestEachProfessionIsVerified(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		t.Run("salaried", func(t *testing.T) { salaried(t, w) })
		t.Run("self-employed", func(t *testing.T) { selfEmployed(t, w) })
		t.Run("student", func(t *testing.T) { student(t, w) })
		t.Run("freelancer", func(t *testing.T) { freelancer(t, w) })
	})
}

func salaried(t *testing.T, w *kycFixture) {
	a := walked{w.applicant(t, "Ravi Kumar", ravi), []string{"panCard", "govtDocDetails", "profilePic", "companyEmail", "bankDocDetails"}, 0}
	a.choose(t, 1, 10)
	pan, front, back := picture(t, ravi.Document("panCard", "front")), picture(t, ravi.Document("aadhaar", "front")), picture(t, ravi.Document("aadhaar", "back"))
	a.next(t, 20, func() { a.bring(t, "panCard", "", "", pan) })
	if s := a.wantStep(t, "panCard", "verified", ""); s.MaskedNumber != "XXXXXX"+ravi.PAN("")[6:] || !strings.EqualFold(s.Name, ravi.Name) || len(s.Files) != 1 {
		t.Errorf("PAN %+v; want it masked, with the name and a file", s)
	}
	a.next(t, 45, func() {
		a.bring(t, "govtDocDetails", "aadhaar", "front", front)
		if s := a.wantStep(t, "govtDocDetails", "uploaded", ""); !slices.Equal(s.Sides, []string{"front"}) {
			t.Errorf("sides %v, want the front", s.Sides)
		}
		a.bring(t, "govtDocDetails", "aadhaar", "back", back)
	})
	number := strings.ReplaceAll(ravi.Aadhaar(), " ", "")
	if s := a.kyc(t).GovtDocDetails; s == nil || s.MaskedNumber != "XXXX"+number[8:] || s.DocType != "aadhaar" || len(s.Files) != 2 {
		t.Errorf("Aadhaar %+v; want its last four digits and two files", s)
	}
	a.next(t, 65, func() { a.selfie(t) })
	if s := a.kyc(t).SelfieDetails; s == nil || !s.Live || s.MatchScore < 90 {
		t.Errorf("selfie %+v; want somebody living with a score", s)
	}
	a.next(t, 80, func() { a.proveEmail(t, "ravi@work.example") })
	statement := a.statement(t, 6, 60_000, "RAVI1705")
	a.next(t, 100, func() {
		p := a.uploadStatement(t, statement)
		if got := a.wantStep(t, "bankDocDetails", "uploaded", ""); got.DocumentID != p.DocumentID || got.EntityID != p.EntityID || got.Source != "pdf" {
			t.Errorf("bank step %+v; want document and entity of %+v", got, p)
		}
		for _, wrong := range []string{"", "ravi1705"} {
			if f := refused(t, a.open(t, p, wrong), http.StatusUnprocessableEntity); f.Error.Extra["reason"] != "password_incorrect" {
				t.Fatalf("a wrong password: %+v, want password_incorrect", f)
			}
		}
		a.wantStep(t, "bankDocDetails", "uploaded", "") // the field stays open
		for range 2 {
			if answer := a.open(t, p, "RAVI1705"); answer.Code != http.StatusOK {
				t.Fatalf("setDetails: status %d: %s, want 200", answer.Code, answer.Body)
			}
		}
		a.wantStep(t, "bankDocDetails", "processing", "")
		if answer := a.read(t, p); answer.Code != http.StatusOK {
			t.Fatalf("predictionStatus: status %d: %s, want 200", answer.Code, answer.Body)
		}
	})
	k := a.wantCase(t, "approved")
	if b := k.BankDocDetails; b == nil || b.Months != 6 || !strings.HasPrefix(b.MaskedAccount, "XXXX") {
		t.Errorf("bank %+v; want six months of an account that is masked", b)
	}
	if k.EvalResponse == nil || k.EvalResponse.Decision != "approved" || k.EvalResponse.Score != 100 || k.CanChangeProfession {
		t.Errorf("approved with %+v; want a score of 100 and no other profession", k.EvalResponse)
	}
	refused(t, a.upload(t, "panCard", "", "", pan), http.StatusConflict)
	w.wantNowhere(t, map[string][]byte{
		"the Aadhaar number": []byte(number), "the Aadhaar number with its blanks": []byte(ravi.Aadhaar()), "the PAN": []byte(ravi.PAN("")),
		"the PAN card": pan.data[200:260], "the Aadhaar": front.data[200:260], "the statement": statement.data[200:260], "the password": []byte("RAVI1705"), "a JPEG": []byte("\xff\xd8\xff\xe0"),
		"a JPEG that was encoded anew": []byte("\xff\xd8\xff\xdb"), "a PDF": []byte("%PDF-"),
	})
}

func selfEmployed(t *testing.T, w *kycFixture) {
	who := ravi
	who.Name, who.Born = "Vikram Shetty", "1982-12-01"
	a := walked{w.applicant(t, who.Name, who), []string{"panCard", "govtDocDetails", "profilePic", "gstDetails", "bankDocDetails"}, 0}
	a.choose(t, 2, 20)
	a.next(t, 20, func() { a.bring(t, "panCard", "", "", pdfOf(t, who.Document("panCard", "front"))) })
	a.next(t, 45, func() {
		a.refuse(t, "govtDocDetails", "passport", "front", pdfOf(t, who.Document("passport", "front")), http.StatusUnsupportedMediaType, "") // faces in a PDF cannot be compared
		a.bring(t, "govtDocDetails", "passport", "front", picture(t, who.Document("passport", "front")))
		a.bring(t, "govtDocDetails", "passport", "back", picture(t, who.Document("passport", "back")))
	})
	a.next(t, 65, func() { a.selfie(t) })
	gst := demo.GSTIN("29", who.PAN(""))
	a.next(t, 80, func() {
		for range 2 { // repeating it changes nothing
			var taken struct {
				Success    bool
				GSTDetails wireStep
			}
			decode(t, a.call(t, "POST /api/Hyperverges/setAndVerifyGST", object{"gstIn": strings.ToLower(gst)}), &taken)
			if !taken.Success || taken.GSTDetails.GSTIn != gst || taken.GSTDetails.TradeName == "" || taken.GSTDetails.Status != "verified" {
				t.Fatalf("GST %+v; want %s verified, with its trade name", taken, gst)
			}
		}
	})
	a.next(t, 100, func() { a.bank(t, 4, 55_000) })
	a.wantCase(t, "approved")
}

func student(t *testing.T, w *kycFixture) {
	who := ravi
	who.Name, who.Born = "Nisha Pai", "2005-03-20"
	a := walked{w.applicant(t, who.Name, who), []string{"panCard", "govtDocDetails", "profilePic", "collegeName", "parentGovtDocDetails"}, 0}
	a.choose(t, 3, 30)
	a.next(t, 20, func() { a.bring(t, "panCard", "", "", picture(t, who.Document("panCard", "front"))) })
	a.next(t, 40, func() { a.share(t, false) })
	if s := a.kyc(t).GovtDocDetails; s == nil || s.Source != "digilocker" || len(s.Files) != 0 || s.MaskedNumber != "XXXX"+who.Aadhaar()[10:] {
		t.Errorf("Aadhaar %+v; want it from DigiLocker, without a file to show", s)
	}
	a.next(t, 55, func() { a.selfie(t) })
	if got := w.fileCount(t); got == 0 {
		t.Error("no file is kept")
	}
	a.next(t, 70, func() {
		for _, name := range []string{"Mount Carmel", "Mount Carmel", " Mount  Carmel College "} {
			a.done(t, "POST /api/UserProfiles/saveCollegeName", object{"collegeName": name})
		}
	})
	if s := a.kyc(t).step(t, "collegeName"); s.Status != "verified" {
		t.Errorf("college %+v, want it verified", s)
	}
	a.next(t, 100, func() {
		a.bring(t, "parentGovtDocDetails", "voterID", "front", picture(t, mother.Document("voterID", "front")))
		a.bring(t, "parentGovtDocDetails", "voterID", "back", picture(t, mother.Document("voterID", "back")))
	})
	if k := a.wantCase(t, "approved"); k.ParentGovtDocDetails == nil || k.ParentGovtDocDetails.Name != mother.Name {
		t.Errorf("parent %+v, want %s", k.ParentGovtDocDetails, mother.Name)
	}
	var data struct{ UserProfile struct{ CollegeName string } }
	if a.do(t, http.MethodGet, "/api/Hyperverges/getKYCData", nil, &data); data.UserProfile.CollegeName != "Mount Carmel College" {
		t.Errorf("college %q, want Mount Carmel College", data.UserProfile.CollegeName)
	}
}

func freelancer(t *testing.T, w *kycFixture) {
	who := ravi
	who.Name, who.Born = "Leena Das", "1995-08-08"
	a := walked{w.applicant(t, who.Name, who), []string{"panCard", "govtDocDetails", "profilePic", "bankDocDetails"}, 0}
	a.choose(t, 4, 40)
	a.next(t, 25, func() { a.bring(t, "panCard", "", "", picture(t, who.Document("panCard", "front"))) })
	a.next(t, 50, func() {
		a.bring(t, "govtDocDetails", "drivingLicence", "front", picture(t, who.Document("drivingLicence", "front")))
	})
	a.next(t, 75, func() { a.selfie(t) })
	a.next(t, 100, func() { a.netBanking(t, 6, 50_000) })
	a.wantCase(t, "approved")
}

// bankLink starts the way to the bank. CALL-89
func (a applicant) bankLink(t *testing.T) (at string, p wirePlace) {
	t.Helper()
	var link struct {
		URL, EntityID string
		DocumentID    int64
	}
	decode(t, a.call(t, "POST /api/UserProfiles/getFinboxNetBankingLink", object{}), &link)
	if link.URL == "" || link.EntityID == "" || link.DocumentID == 0 {
		t.Fatalf("net banking %+v, want an address, an entity and a document", link)
	}
	return link.URL, wirePlace{link.DocumentID, link.EntityID, ""}
}

func (a applicant) atBank(months, salary int) url.Values {
	return url.Values{"answer": {"success"}, "bank": {"icici"}, "name": {a.papers.Name}, "months": {fmt.Sprint(months)}, "salary": {fmt.Sprint(salary)}}
}

// netBanking makes the bank hand over a statement, and expects it to be read.
func (a applicant) netBanking(t *testing.T, months, salary int) {
	t.Helper()
	at, p := a.bankLink(t)
	back := a.fixture.page(t, at, a.atBank(months, salary))
	if back.Query().Get("from") != "bank" || back.Query().Get("success") != "true" {
		t.Fatalf("the browser comes back to %s, want the screen of KYC and success", back)
	}
	if answer := a.read(t, p); answer.Code != http.StatusOK {
		t.Fatalf("predictionStatus: status %d: %s, want 200", answer.Code, answer.Body)
	}
}

// The documents of a case through DigiLocker, directly with our own account and through HyperVerge:
// with and without the PAN, with missing documents, and with an answer that was brought back twice
// or by somebody else. CALL-83
func TestDigiLocker(t *testing.T) {
	for name, change := range map[string]func(c *config.Config){"direct": func(*config.Config) {}, "through HyperVerge": func(c *config.Config) { c.DigiLocker.ClientID = "" }} {
		t.Run(name, func(t *testing.T) { digiLocker(t, newKYCFixture(t, "sqlite", change)) })
	}
}

func digiLocker(t *testing.T, w *kycFixture) {
	both := w.applicant(t, "Ravi Kumar", ravi)
	refused(t, both.call(t, "GET /api/Hyperverges/getDigilockerUrl", nil), http.StatusConflict)
	both.choose(t, 4, 40)
	refused(t, both.finishLocker(t, "code=x&state=y"), http.StatusConflict)
	back := both.lockerPage(t, "shared", url.Values{"pan": {"yes"}})
	stranger := w.applicant(t, "Ravi Kumar", ravi)
	stranger.choose(t, 4, 40)
	strangers := stranger.lockerPage(t, "shared", nil)
	if strangers != back { // HyperVerge's return URL does not identify the customer
		refused(t, stranger.finishLocker(t, back), http.StatusConflict)
		if k := stranger.kyc(t); k.Percentage != 0 {
			t.Errorf("a stranger's case has %d %% by what another brought back", k.Percentage)
		}
	}
	answers := make([]int, 4)
	var tabs sync.WaitGroup
	for i := range answers {
		tabs.Go(func() { answers[i] = both.finishLocker(t, back).Code })
	}
	tabs.Wait()
	for _, status := range answers {
		if status != http.StatusOK && status != http.StatusConflict {
			t.Errorf("tabs that bring the same back at once: status %v, want 200 or 409 each", answers)
		}
	}
	for range 2 {
		if answer := both.finishLocker(t, back); answer.Code != http.StatusOK {
			t.Fatalf("completeDigilocker: status %d: %s, want 200", answer.Code, answer.Body)
		}
	}
	if k := both.kyc(t); k.Percentage != 50 || k.PANDetails.Source != "digilocker" || k.PANDetails.MaskedNumber != "XXXXXX"+ravi.PAN("")[6:] {
		t.Errorf("%d %%, PAN %+v; want both documents by one consent", k.Percentage, k.PANDetails)
	}
	w.wantNowhere(t, map[string][]byte{"the PAN": []byte(ravi.PAN("")), "the Aadhaar number": []byte(strings.ReplaceAll(ravi.Aadhaar(), " ", ""))})
	kept := w.fileCount(t)
	both.selfie(t)
	w.runJobs(t)
	if got := w.fileCount(t); got != kept { // the portrait was deleted and the selfie was added
		t.Errorf("%d files after the face was matched, want %d", got, kept)
	}

	who := ravi
	who.Name, who.Born = "Kiran Rao", "1993-02-11"
	a := w.applicant(t, who.Name, who)
	a.choose(t, 4, 40)
	a.bring(t, "panCard", "", "", picture(t, who.Document("panCard", "front")))
	for _, test := range []struct {
		answer, born, reason string
		status               int
	}{
		{"denied", "", "consent_denied", 422},
		{"denied", "", "consent_denied", 422},
		{"denied", "", "consent_denied", 422},
		{"not_linked", "", "not_linked", 422},
		{"down", "", "", 502},
	} {
		form := url.Values{}
		p := refused(t, a.finishLocker(t, a.lockerPage(t, test.answer, form)), test.status)
		if reason, _ := p.Error.Extra["reason"].(string); reason != test.reason {
			t.Fatalf("%s: refused with %q, want %q", test.answer, reason, test.reason)
		}
	}
	if s := a.kyc(t).step(t, "govtDocDetails"); s.AttemptsLeft != 2 {
		t.Errorf("%d tries left; want 2: who does not agree has not failed", s.AttemptsLeft)
	}
	a.share(t, false)
	a.wantStep(t, "govtDocDetails", "verified", "")
}

// A minor can share nothing that verifies them, by either way.
func TestAMinorAtDigiLocker(t *testing.T) {
	for name, change := range map[string]func(c *config.Config){"direct": func(*config.Config) {}, "through HyperVerge": func(c *config.Config) { c.DigiLocker.ClientID = "" }} {
		t.Run(name, func(t *testing.T) {
			w := newKYCFixture(t, "sqlite", change)
			a := w.applicant(t, "Ravi Kumar", ravi)
			a.choose(t, 3, 30)
			a.bring(t, "panCard", "", "", picture(t, ravi.Document("panCard", "front")))
			p := refused(t, a.finishLocker(t, a.lockerPage(t, "shared", url.Values{"born": {"2010-01-01"}})), http.StatusUnprocessableEntity)
			if p.Error.Extra["reason"] != "under_age" {
				t.Errorf("refused with %v, want under_age", p.Error.Extra["reason"])
			}
			a.wantCase(t, "declined")
		})
	}
}

// The name of the PAN is taken over once, which ends the review that its difference caused. CALL-96
func TestTheNameOfThePANIsTaken(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		who := ravi
		who.Name = "Ravi Kumar Sharma"
		a := w.applicant(t, "Ravi Sharma", who)
		a.choose(t, 4, 40)
		rename := object{"userId": a.id}
		refused(t, a.call(t, "POST /api/UserProfiles/changeUserNameFromPAN", rename), http.StatusConflict)
		a.identity(t)
		if s := a.kyc(t).PANDetails; s == nil || !s.NameMismatch {
			t.Errorf("PAN %+v, want that the name differs", s)
		}
		a.bank(t, 6, 60_000)
		k := a.wantCase(t, "in_review")
		if k.EvalResponse == nil || !slices.Contains(k.EvalResponse.Reasons, "name_differs") {
			t.Errorf("in review for %+v, want name_differs", k.EvalResponse)
		}
		for range 2 {
			var taken struct {
				Success  bool
				FullName string
			}
			decode(t, a.call(t, "POST /api/UserProfiles/changeUserNameFromPAN", rename), &taken)
			if !taken.Success || !strings.EqualFold(taken.FullName, who.Name) {
				t.Errorf("renamed to %+v, want %s", taken, who.Name)
			}
		}
		a.wantCase(t, "approved")
		var data struct{ UserProfile struct{ FullName string } }
		if a.do(t, http.MethodGet, "/api/Hyperverges/getKYCData", nil, &data); !strings.EqualFold(data.UserProfile.FullName, who.Name) {
			t.Errorf("the profile has %q, want %s", data.UserProfile.FullName, who.Name)
		}
	})
}

// A statement with too little content leads to a request for another one. Leaving that out leads to
// the offer of a partial approval, which the customer accepts, or replaces by a better statement.
// CALL-93, CALL-95
func TestAPartialApproval(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		offered := func(born string) applicant {
			who := ravi
			who.Born = born
			a := w.applicant(t, who.Name, who)
			a.choose(t, 4, 40)
			a.share(t, true)
			a.selfie(t)
			refused(t, a.call(t, "POST /api/UserProfiles/skipAlternateBankDetails", object{}), http.StatusConflict)
			refused(t, a.call(t, "POST /api/UserProfiles/submitPartialApprove", object{}), http.StatusConflict)
			a.bank(t, 2, 60_000)
			if s := a.wantStep(t, "bankDocDetails", "uploaded", "few_months"); !s.AlternateAsked || !s.Skippable {
				t.Fatalf("bank step %+v; want another one asked for, which may be left out", s)
			}
			return a
		}
		a := offered("1990-05-18")
		for range 2 {
			a.done(t, "POST /api/UserProfiles/skipAlternateBankDetails", object{})
		}
		if k := a.wantCase(t, "partial_offered"); k.EvalResponse.Decision != "partial" || !k.CanChangeProfession {
			t.Errorf("offered %+v, another profession %t; want partial, true", k.EvalResponse, k.CanChangeProfession)
		}
		for range 2 {
			a.done(t, "POST /api/UserProfiles/submitPartialApprove", object{})
		}
		a.wantCase(t, "partially_approved")
		refused(t, a.call(t, "POST /api/UserProfiles/setProfessionV3", object{"professionId": 3, "professionType": 30}), http.StatusConflict)

		b := offered("1990-05-19")
		b.bank(t, 6, 60_000) // the second statement
		b.wantCase(t, "approved")

		c := offered("1990-05-20")
		c.bank(t, 2, 61_000) // it has too little content too
		c.wantCase(t, "partial_offered")
		c.bank(t, 6, 60_000)
		c.wantCase(t, "approved")
	})
}

// After proving a company e-mail, the customer may leave out the bank statement and is then
// approved. The step is not left out automatically.
func TestTheStatementMayBeLeftOutAfterTheCompanyEmail(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 1, 10)
	a.share(t, true)
	a.selfie(t)
	a.proveEmail(t, "ravi@work.example")
	if s := a.kyc(t).BankDocDetails; s == nil || !s.Skippable {
		t.Errorf("bank step %+v, want that it may be left out", s)
	}
	a.wantCase(t, "in_progress")
	a.done(t, "POST /api/UserProfiles/skipAlternateBankDetails", object{})
	a.wantCase(t, "approved")
}

// A case is continued on another device, given up, and started again. The documents stay. CALL-94
func TestACaseGoesOnOnAnotherDevice(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		phone := w.applicant(t, "Ravi Kumar", ravi)
		phone.choose(t, 3, 30)
		phone.bring(t, "panCard", "", "", picture(t, ravi.Document("panCard", "front")))
		laptop := phone.onAnotherDevice()
		if k := laptop.kyc(t); k.Percentage != 20 || k.CurrentDocument.Document != "govtDocDetails" {
			t.Fatalf("the other device sees %d %%, %q; want 20 %%, govtDocDetails", k.Percentage, k.CurrentDocument.Document)
		}
		laptop.share(t, false)
		phone.selfie(t)
		phone.done(t, "POST /api/UserProfiles/saveCollegeName", object{"collegeName": "Mount Carmel"})
		phone.bring(t, "parentGovtDocDetails", "aadhaar", "front", picture(t, mother.Document("aadhaar", "front")))
		laptop.choose(t, 4, 40) // another profession: what was brought for the first one is kept
		if k := phone.kyc(t); k.Percentage != 75 || k.CurrentDocument.Document != "bankDocDetails" {
			t.Errorf("%d %%, %q; want 75 %%, bankDocDetails", k.Percentage, k.CurrentDocument.Document)
		}
		for range 2 {
			phone.done(t, "POST /api/UserProfiles/cancelAllPendingKycOrders", object{})
		}
		if k := laptop.wantCase(t, "cancelled"); !k.CanChangeProfession {
			t.Error("a case that was given up cannot be begun again")
		}
		refused(t, laptop.call(t, "POST /api/UserProfiles/getFinboxNetBankingLink", object{}), http.StatusConflict)
		laptop.choose(t, 3, 30)
		if k := phone.kyc(t); k.Percentage != 70 || k.CurrentDocument.Document != "parentGovtDocDetails" || len(k.ParentGovtDocDetails.Files) != 1 {
			t.Errorf("begun again: %d %%, %q, parent %+v; want 70 %%, parentGovtDocDetails, the front of it", k.Percentage, k.CurrentDocument.Document, k.ParentGovtDocDetails)
		}
	})
}

// What was verified for a profession counts again if that profession is chosen again, and the
// partial approval is offered again. A proof that was left out is asked for again.
func TestAnotherProfessionKeepsWhatWasBrought(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 2, 20)
	a.share(t, true)
	a.selfie(t)
	a.done(t, "POST /api/Hyperverges/setAndVerifyGST", object{"gstIn": gstOf(ravi.PAN(""))})
	a.bank(t, 2, 60_000)
	a.done(t, "POST /api/UserProfiles/skipAlternateBankDetails", object{})
	a.wantCase(t, "partial_offered")
	told := w.sentTo(t, a.mobile)
	a.choose(t, 1, 10)
	if k := a.wantCase(t, "in_progress"); k.CurrentDocument.Document != "companyEmail" {
		t.Errorf("%q comes next, want companyEmail", k.CurrentDocument.Document)
	}
	w.wait(time.Minute)
	a.choose(t, 2, 20)
	a.wantCase(t, "partial_offered")
	a.wantStep(t, "gstDetails", "verified", "")
	if now := w.sentTo(t, a.mobile); now != told {
		t.Errorf("%d messages after the same offer again, want %d", now, told)
	}

	b := w.applicant(t, "Asha Rao", ravi) // this one is reviewed by a person because of the name
	_, err := w.raw.ExecContext(t.Context(), "UPDATE kyc_steps SET number_hash = ''")
	w.must(err)
	b.choose(t, 1, 10)
	b.share(t, true)
	b.selfie(t)
	b.proveEmail(t, "ravi@work.example")
	b.done(t, "POST /api/UserProfiles/skipAlternateBankDetails", object{})
	b.wantCase(t, "in_review")
	b.done(t, "POST /api/UserProfiles/cancelAllPendingKycOrders", object{})
	b.choose(t, 4, 40)
	b.wantStep(t, "bankDocDetails", "not_started", "")
	b.choose(t, 1, 10)
	b.wantStep(t, "companyEmail", "verified", "")
}

// Another person's card is reported at once, and can be replaced while the case continues. What was
// compared with the card is removed too, and the replacement counts as an attempt.
func TestADocumentOfSomebodyElseIsReplaced(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 2, 20)
	other := picture(t, mother.Document("panCard", "front"))
	replace := func(step, side string, f sent) *httptest.ResponseRecorder {
		f.fields = map[string]string{"documentType": step, "docType": "drivingLicence", "side": side, "replace": "true"}
		return a.post(t, "/api/Hyperverges/validateAndUpload", f)
	}
	refused(t, replace("profilePic", "", other), http.StatusConflict) // the step has no selfie yet
	a.bring(t, "panCard", "", "", other)
	if s := a.wantStep(t, "panCard", "verified", ""); !s.NameDiffers || s.NameMismatch || !s.Replaceable || s.AttemptsLeft != 3 {
		t.Errorf("the card of somebody else is %+v, want that its name differs and that it can be replaced", s)
	}
	a.bring(t, "govtDocDetails", "drivingLicence", "front", picture(t, ravi.Document("drivingLicence", "front")))
	a.selfie(t)
	a.done(t, "POST /api/Hyperverges/setAndVerifyGST", object{"gstIn": gstOf(mother.PAN(""))})
	if answer := replace("panCard", "", picture(t, ravi.Document("panCard", "front"))); answer.Code != http.StatusOK {
		t.Fatalf("replaced: status %d: %s, want 200", answer.Code, answer.Body)
	}
	if s := a.wantStep(t, "panCard", "verified", ""); s.NameDiffers || s.Name != "RAVI KUMAR" && s.Name != "Ravi Kumar" || s.AttemptsLeft != 2 || len(s.Files) != 1 {
		t.Errorf("the card is %+v, want the customer's own alone, with two tries left", s)
	}
	a.wantStep(t, "gstDetails", "not_started", "")
	a.wantStep(t, "profilePic", "verified", "")
	if answer := replace("govtDocDetails", "front", picture(t, ravi.Document("drivingLicence", "front"))); answer.Code != http.StatusOK {
		t.Fatalf("replaced: status %d: %s, want 200", answer.Code, answer.Body)
	}
	a.wantStep(t, "profilePic", "not_started", "")

	blurred := picture(t, changed(ravi.Document("panCard", "front"), func(d *specimen.Document) { d.Flaws = []string{specimen.Blurred} }))
	refused(t, replace("panCard", "", blurred), http.StatusUnprocessableEntity)
	a.wantStep(t, "panCard", "needs_review", "too_many_tries")
	refused(t, replace("panCard", "", blurred), http.StatusConflict)

	b := w.applicant(t, "Sunita Kumar", mother) // the replaced PAN is free again
	b.choose(t, 4, 40)
	b.bring(t, "panCard", "", "", other)
	b.wantStep(t, "panCard", "verified", "")
}

// The selfie in the provider's own screens: the answer of the page is only a hint, and an event is
// only a reason to ask. The event can come before the answer, twice, and for nobody. CALL-80
func TestTheProvidersScreens(t *testing.T) {
	onBothEngines(t, func(t *testing.T, w *kycFixture) {
		a := w.applicant(t, "Ravi Kumar", ravi)
		refused(t, a.call(t, "GET /api/Hyperverges/generateJwtToken", nil), http.StatusConflict)
		a.choose(t, 4, 40)
		a.share(t, true)
		type screens struct{ Token, TransactionID, AppID, WorkflowID, ScriptURL, ExpiresAt string }
		open := func() (s screens) {
			decode(t, a.call(t, "GET /api/Hyperverges/generateJwtToken", nil), &s)
			if s.Token == "" || s.TransactionID == "" || s.AppID == "" || s.WorkflowID == "" || !strings.HasSuffix(s.ScriptURL, ".js") || s.ExpiresAt == "" {
				t.Fatalf("screens %+v, want all that the script needs", s)
			}
			return s
		}
		finish := func(s screens, status string) {
			t.Helper()
			answer := w.browser(t, "/sandbox/hyperverge/sdk/finish", object{"token": s.Token, "status": status})
			if answer.Code != http.StatusOK {
				t.Fatalf("finish: status %d: %s, want 200", answer.Code, answer.Body)
			}
		}
		event := func(s screens, secret, id string) int {
			body := encodeBody(t, object{"eventId": id, "eventType": "FINISH_TRANSACTION_WEBHOOK", "transactionId": s.TransactionID, "applicationStatus": "auto_approved"})
			answer := w.demoCity.raw(t, http.MethodPost, "/webhooks/hyperverge"+secret, "", body)
			return answer.Code
		}
		first := open()
		finish(first, "user_cancelled")
		w.runJobs(t)
		a.wantStep(t, "profilePic", "uploaded", "")
		second := open()
		if first.TransactionID == second.TransactionID {
			t.Fatal("two tries have one transaction")
		}
		const secret = "/sandboxhypervergewebhooks"
		if got := event(second, "", "forged"); got != http.StatusUnauthorized {
			t.Errorf("an event without the secret: status %d, want 401", got)
		}
		if got := event(second, "/guessed", "forged"); got != http.StatusUnauthorized {
			t.Errorf("an event with another secret: status %d, want 401", got)
		}
		if got := event(second, secret, "early"); got != http.StatusOK {
			t.Errorf("an event: status %d, want 200", got)
		}
		w.runJobs(t)
		a.wantStep(t, "profilePic", "uploaded", "") // the page says approved, but the provider does not
		finish(first, "auto_approved")
		w.runJobs(t)
		a.wantStep(t, "profilePic", "uploaded", "") // an older attempt changes nothing
		finish(second, "auto_approved")
		w.runJobs(t)
		if s := a.wantStep(t, "profilePic", "verified", ""); s.Source != "screens" {
			t.Errorf("selfie %+v, want it from the screens", s)
		}
		rows := len(w.recorded(t, a.id))
		if got := event(second, secret, "again"); got != http.StatusOK {
			t.Errorf("an event that comes twice: status %d, want 200", got)
		}
		stranger := second
		stranger.TransactionID = "7-profilePic-1"
		if got := event(stranger, secret, "nobody"); got != http.StatusOK {
			t.Errorf("an event about nobody: status %d, want 200", got)
		}
		w.runJobs(t)
		a.wantStep(t, "profilePic", "verified", "")
		if got := len(w.recorded(t, a.id)); got != rows {
			t.Errorf("%d rows recorded after the event came again, want %d", got, rows)
		}
		refused(t, a.call(t, "GET /api/Hyperverges/generateJwtToken", nil), http.StatusConflict)
	})
}

// If the event of a transaction never comes, the provider is asked after the token has expired.
func TestScreensWithoutAnEvent(t *testing.T) {
	w := newKYCFixture(t, "sqlite")
	a := w.applicant(t, "Ravi Kumar", ravi)
	a.choose(t, 4, 40)
	a.share(t, true)
	var s struct{ Token string }
	decode(t, a.call(t, "GET /api/Hyperverges/generateJwtToken", nil), &s)
	if answer := w.browser(t, "/sandbox/hyperverge/sdk/finish", object{"token": s.Token, "status": "needs_review"}); answer.Code != http.StatusOK {
		t.Fatalf("finish: status %d, want 200", answer.Code)
	}
	w.wait(36 * time.Minute)
	_, err := w.Node.Services.Jobs.RunDue(t.Context())
	w.must(err)
	a.wantStep(t, "profilePic", "needs_review", "doubtful")
}
