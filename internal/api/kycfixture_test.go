package api_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/money"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/testkit/node"
)

// kycFixture is a small company behind a node that uses the sandbox's KYC providers.
type kycFixture struct {
	*twoCustomers

	sandbox *sandbox.Sandbox
	files   string
}

// newKYCFixture opens a kycFixture on an engine. change can change the settings first.
func newKYCFixture(t *testing.T, engine string, change ...func(c *config.Config)) *kycFixture {
	t.Helper()
	s := testkit.OpenOn(t, engine)
	o := &twoCustomers{demoCity: &demoCity{store: s, log: &node.Log{}}, company: company.New(t, s, "2026-11-16"), raw: testkit.Raw(t, s)}
	c := node.Config()
	c.Files.Folder = t.TempDir()
	for _, change := range change {
		change(c)
	}
	logger := slog.New(slog.NewJSONHandler(o.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var back emulator.Transport // webhooks go to the node, which is built below
	emulated, err := sandbox.New(sandbox.Options{
		Clock: o.company.Clock, Log: logger, PublicURL: c.PublicURL, Webhooks: &back, Merchants: app.Merchants(c, c.PublicURL+"/webhooks"),
	})
	o.must(err)
	x, err := app.NewServices(c, s, app.Outside{Clock: o.company.Clock, Logger: logger, LimitScale: 1_000_000, Transport: emulated.Transport()})
	o.must(err)
	node, err := app.NewNode(c, x, logger, false)
	o.must(err)
	back.Handler = node.Handler()
	o.City = &app.City{Node: node, Sandbox: emulated}
	return &kycFixture{o, emulated, c.Files.Folder}
}

// onBothEngines runs a test on both engines, for cases in which the stored data matters.
func onBothEngines(t *testing.T, test func(t *testing.T, w *kycFixture), change ...func(c *config.Config)) {
	t.Helper()
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) { test(t, newKYCFixture(t, engine, change...)) })
	}
}

// applicant is a customer at the KYC screens, with specimen documents.
type applicant struct {
	person
	fixture *kycFixture
	papers  specimen.Person
	mobile  string
}

var (
	ravi   = specimen.Person{Name: "Ravi Kumar", Born: "1990-05-17", Gender: "M", Guardian: "Suresh Kumar", Address: "4, Lake Road, Koramangala, Bengaluru, Karnataka", Pincode: "560034", State: "KA"}
	mother = specimen.Person{Name: "Sunita Kumar", Born: "1968-01-30", Gender: "F", Guardian: "Mohan Das", Address: ravi.Address, Pincode: ravi.Pincode, State: "KA"}
)

// applicant signs up a customer whose KYC is pending.
func (w *kycFixture) applicant(t *testing.T, name string, papers specimen.Person) applicant {
	t.Helper()
	w.company.T = t
	var id int64
	mobile := fmt.Sprintf("98%08d", w.company.IDs.Next()%100_000_000)
	w.must(w.store.WriteCompany(t.Context(), func(tx *store.Tx) (err error) {
		id, err = w.Node.Services.Accounts.Add(t.Context(), tx, account.Customer{
			FullName: name, Email: "ravi@example.in", Mobile: mobile, CitySlug: "bangalore", VerificationStatus: "pending", KYCPending: true,
		})
		return err
	}))
	return applicant{w.signIn(id), w, papers, mobile}
}

// onAnotherDevice returns the same customer in another session.
func (a applicant) onAnotherDevice() applicant {
	a.person = a.fixture.signIn(a.id)
	return a
}

// wireStep is the wire form of a KYC step.
type wireStep struct {
	Document, Label, Status, Reason, Source, DocType, Name string
	Percentage, AttemptsLeft, MatchScore, Months           int
	Skippable, NameMismatch, Live, AlternateAsked          bool
	NameDiffers, Replaceable                               bool
	DocumentID                                             int64
	Files                                                  []struct {
		DocumentID      int64
		Side, Name, URL string
	}
	Sides                                                          []string
	MaskedNumber, GSTIn, TradeName, EntityID, Email, MaskedAccount string
}

// wireKYC is the wire form of a KYC case.
type wireKYC struct {
	Status          string
	Percentage      int
	CurrentDocument struct {
		Document     string
		KYCDocuments []wireStep
	}
	BankDocDetails, GSTDetails, PANDetails, SelfieDetails, PANCard, ProfilePic, GovtDocDetails, ParentGovtDocDetails *wireStep
	EvalResponse                                                                                                     *struct {
		Decision string
		Score    int
		Reasons  []string
	}
	RetryOn                         string
	KYCPending, CanChangeProfession bool
}

func (k wireKYC) step(t *testing.T, name string) wireStep {
	t.Helper()
	for _, s := range k.CurrentDocument.KYCDocuments {
		if s.Document == name {
			return s
		}
	}
	t.Fatalf("the steps are %+v, want %s among them", k.CurrentDocument.KYCDocuments, name)
	return wireStep{}
}

func (a applicant) kyc(t *testing.T) (k wireKYC) {
	t.Helper()
	if status := a.do(t, http.MethodGet, "/api/Hyperverges/completionStatusV3", nil, &k); status != http.StatusOK {
		t.Fatalf("completionStatusV3: status %d, want 200", status)
	}
	return k
}

// wantStep expects a step to have a status and a reason.
func (a applicant) wantStep(t *testing.T, name, status, reason string) wireStep {
	t.Helper()
	s := a.kyc(t).step(t, name)
	if s.Status != status || s.Reason != reason {
		t.Fatalf("step %s is %s, %q; want %s, %q", name, s.Status, s.Reason, status, reason)
	}
	return s
}

// wantCase expects the case to have a status, and the home screen to have the matching pending
// flag.
func (a applicant) wantCase(t *testing.T, status string) wireKYC {
	t.Helper()
	k := a.kyc(t)
	verified := status == "approved" || status == "partially_approved"
	var home struct{ UserStatus struct{ KYCPending bool } }
	a.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &home)
	if k.Status != status || k.KYCPending == verified || home.UserStatus.KYCPending == verified {
		t.Fatalf("case is %s, pending %t, at home %t; evaluation %+v; want %s, pending %t", k.Status, k.KYCPending, home.UserStatus.KYCPending, k.EvalResponse, status, !verified)
	}
	return k
}

// call makes a call with a JSON body.
func (a applicant) call(t *testing.T, call string, body any) *httptest.ResponseRecorder {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	return a.city.raw(t, method, path, a.token, encodeBody(t, body))
}

// done expects a call to succeed.
func (a applicant) done(t *testing.T, call string, body any) {
	t.Helper()
	if answer := a.call(t, call, body); answer.Code != http.StatusOK {
		t.Fatalf("%s: status %d: %s, want 200", call, answer.Code, answer.Body)
	}
}

func (a applicant) choose(t *testing.T, id, kind int) {
	t.Helper()
	a.done(t, "POST /api/UserProfiles/setProfessionV3", object{"professionId": id, "professionType": kind})
}

// sent is a file of a form, with the other fields of the form.
type sent struct {
	fields     map[string]string
	name, kind string
	data       []byte
}

// post sends a form with one file.
func (a applicant) post(t *testing.T, path string, f sent) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range f.fields {
		if value != "" {
			a.fixture.must(form.WriteField(name, value))
		}
	}
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="file"; filename=%q`, f.name))
	h.Set("Content-Type", f.kind)
	file, err := form.CreatePart(h)
	a.fixture.must(err)
	_, err = file.Write(f.data)
	a.fixture.must(err)
	a.fixture.must(form.Close())
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", a.token)
	answer := httptest.NewRecorder()
	a.city.Node.Handler().ServeHTTP(answer, r)
	return answer
}

// picture returns a specimen as a JPEG.
func picture(t *testing.T, d specimen.Document) sent {
	t.Helper()
	data, err := specimen.JPEG(d)
	if err != nil {
		t.Fatal(err)
	}
	return sent{nil, d.Kind + ".jpg", "image/jpeg", data}
}

// pdfOf returns specimens as the pages of a PDF.
func pdfOf(t *testing.T, documents ...specimen.Document) sent {
	t.Helper()
	data, err := specimen.PDF(documents...)
	if err != nil {
		t.Fatal(err)
	}
	return sent{nil, documents[0].Kind + ".pdf", "application/pdf", data}
}

// upload uploads a document for a step.
func (a applicant) upload(t *testing.T, step, docType, side string, f sent) *httptest.ResponseRecorder {
	t.Helper()
	f.fields = map[string]string{"documentType": step, "docType": docType, "side": side}
	return a.post(t, "/api/Hyperverges/validateAndUpload", f)
}

// bring uploads a specimen and expects it to be accepted.
func (a applicant) bring(t *testing.T, step, docType, side string, f sent) int64 {
	t.Helper()
	var taken struct {
		Success    bool
		DocumentID int64
	}
	decode(t, a.upload(t, step, docType, side, f), &taken)
	if !taken.Success || taken.DocumentID == 0 {
		t.Fatalf("upload for %s: %+v, want a document", step, taken)
	}
	return taken.DocumentID
}

// refuse expects an upload to be refused for a reason.
func (a applicant) refuse(t *testing.T, step, docType, side string, f sent, status int, reason string) {
	t.Helper()
	p := refused(t, a.upload(t, step, docType, side, f), status)
	if got, _ := p.Error.Extra["reason"].(string); got != reason {
		t.Fatalf("refused with %q, want %q: %+v", got, reason, p)
	}
}

// identity uploads the documents of the three identity steps: PAN card, both sides of an Aadhaar,
// selfie.
func (a applicant) identity(t *testing.T) {
	t.Helper()
	a.bring(t, "panCard", "", "", picture(t, a.papers.Document("panCard", "front")))
	a.bring(t, "govtDocDetails", "aadhaar", "front", picture(t, a.papers.Document("aadhaar", "front")))
	a.bring(t, "govtDocDetails", "", "back", picture(t, a.papers.Document("aadhaar", "back")))
	a.selfie(t)
}

func (a applicant) selfie(t *testing.T) {
	t.Helper()
	a.bring(t, "profilePic", "", "", picture(t, a.papers.Document(specimen.Selfie, "")))
}

// page posts a form of a provider's page and returns the URL to which the browser is sent.
func (w *kycFixture) page(t *testing.T, at string, form url.Values) *url.URL {
	t.Helper()
	u, err := url.Parse(at)
	w.must(err)
	look := httptest.NewRecorder()
	w.sandbox.ServeHTTP(look, httptest.NewRequestWithContext(t.Context(), http.MethodGet, u.RequestURI(), nil))
	if look.Code != http.StatusOK {
		t.Fatalf("the page %s: status %d: %s, want 200", at, look.Code, look.Body)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, u.RequestURI(), strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	w.sandbox.ServeHTTP(answer, r)
	to, err := url.Parse(answer.Header().Get("Location"))
	if err != nil || answer.Code != http.StatusSeeOther {
		t.Fatalf("the form of %s: status %d: %s, want 303", at, answer.Code, answer.Body)
	}
	return to
}

// lockerPage opens DigiLocker, submits an answer, and returns what the browser brings back.
func (a applicant) lockerPage(t *testing.T, answer string, form url.Values) string {
	t.Helper()
	var link struct{ URL string }
	if status := a.do(t, http.MethodGet, "/api/Hyperverges/getDigilockerUrl", nil, &link); status != http.StatusOK || link.URL == "" {
		t.Fatalf("getDigilockerUrl: status %d, %q, want 200 and an address", status, link.URL)
	}
	said := url.Values{
		"answer": {answer}, "name": {a.papers.Name}, "born": {a.papers.Born}, "gender": {a.papers.Gender}, "address": {a.papers.Address}, "pincode": {a.papers.Pincode},
	}
	for name, values := range form {
		said[name] = values
	}
	back := a.fixture.page(t, link.URL, said)
	if back.Path != "/dashboard/kyc/documents" || back.Query().Get("from") != "digilocker" {
		t.Fatalf("the browser comes back to %s, want the screen of KYC", back)
	}
	return back.RawQuery
}

func (a applicant) finishLocker(t *testing.T, query string) *httptest.ResponseRecorder {
	t.Helper()
	return a.call(t, "POST /api/Hyperverges/completeDigilocker", object{"query": query})
}

// share brings the Aadhaar through DigiLocker, with the PAN if withPAN is set.
func (a applicant) share(t *testing.T, withPAN bool) {
	t.Helper()
	form := url.Values{}
	if withPAN {
		form.Set("pan", "yes")
	}
	if answer := a.finishLocker(t, a.lockerPage(t, "shared", form)); answer.Code != http.StatusOK {
		t.Fatalf("completeDigilocker: status %d: %s, want 200", answer.Code, answer.Body)
	}
}

// statement returns a bank statement of the applicant as a PDF.
func (a applicant) statement(t *testing.T, months, salary int64, password string, change ...func(s *specimen.Statement)) sent {
	t.Helper()
	s, err := specimen.NewStatement("hdfc", a.papers.Name, int(months), 0, money.Rupees(salary), calendar.Today(a.fixture.company.Clock))
	a.fixture.must(err)
	for _, change := range change {
		change(&s)
	}
	data, err := s.PDF(password)
	a.fixture.must(err)
	return sent{map[string]string{"documentType": "bankDocDetails"}, "statement.pdf", "application/pdf", data}
}

type wirePlace struct {
	DocumentID     int64
	EntityID, Name string
}

// uploadStatement uploads a statement and expects it to be stored.
func (a applicant) uploadStatement(t *testing.T, f sent) (p wirePlace) {
	t.Helper()
	decode(t, a.post(t, "/api/Documents/upload", f), &p)
	if p.DocumentID == 0 || p.EntityID == "" {
		t.Fatalf("statement %+v, want a document and an entity", p)
	}
	return p
}

func (a applicant) open(t *testing.T, p wirePlace, password string) *httptest.ResponseRecorder {
	t.Helper()
	return a.call(t, fmt.Sprintf("POST /api/DocumentDetails/setDetails?documentId=%d", p.DocumentID), object{"password": password})
}

func (a applicant) predict(t *testing.T, p wirePlace) *httptest.ResponseRecorder {
	t.Helper()
	return a.call(t, fmt.Sprintf("POST /api/FinboxBankStatement/predictionStatus?documentId=%d&userId=%d&entityId=%s", p.DocumentID, a.id, url.QueryEscape(p.EntityID)), nil)
}

// read polls every second, as the app does, until a statement is read. CALL-90
func (a applicant) read(t *testing.T, p wirePlace) *httptest.ResponseRecorder {
	t.Helper()
	for range 30 {
		answer := a.predict(t, p)
		var out struct{ PredictionDone bool }
		if answer.Code != http.StatusOK {
			return answer
		}
		if decode(t, answer, &out); out.PredictionDone {
			return answer
		}
		a.fixture.wait(time.Second)
	}
	t.Fatal("the statement is not read after 30 polls")
	return nil
}

// bank uploads a statement and expects it to be read.
func (a applicant) bank(t *testing.T, months, salary int64) {
	t.Helper()
	p := a.uploadStatement(t, a.statement(t, months, salary, ""))
	if answer := a.open(t, p, ""); answer.Code != http.StatusOK {
		t.Fatalf("setDetails: status %d: %s, want 200", answer.Code, answer.Body)
	}
	if answer := a.read(t, p); answer.Code != http.StatusOK {
		t.Fatalf("predictionStatus: status %d: %s, want 200", answer.Code, answer.Body)
	}
}

// wait moves the clock forward.
func (w *kycFixture) wait(d time.Duration) { w.company.Clock.Set(w.company.Clock.Now().Add(d)) }

// runJobs delivers webhooks and then runs the jobs that are due.
func (w *kycFixture) runJobs(t *testing.T) {
	t.Helper()
	w.sandbox.Deliver(t.Context())
	_, err := w.Node.Services.Jobs.RunDue(t.Context())
	w.must(err)
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// codeTo returns the newest code that was mailed to an address.
func (w *kycFixture) codeTo(t *testing.T, address string) string {
	t.Helper()
	sent, err := w.Node.Services.Notices.Outbox(t.Context(), w.store.Queries(), address, 1)
	w.must(err)
	if len(sent) == 0 {
		t.Fatalf("nothing was sent to %s", address)
	}
	code := sixDigits.FindString(sent[0].Body)
	if code == "" {
		t.Fatalf("no code in %q", sent[0].Body)
	}
	return code
}

// proveEmail proves a company e-mail address.
func (a applicant) proveEmail(t *testing.T, address string) {
	t.Helper()
	a.done(t, "POST /api/UserProfiles/setCompanyEmailV2", object{"companyEmail": address})
	a.done(t, "POST /api/UserProfiles/verifyCompanyEmail", object{"code": a.fixture.codeTo(t, address)})
}

// plan makes the sandbox fail the next calls of a provider.
func (w *kycFixture) plan(call string, fault emulator.Fault, times int) {
	w.must(w.sandbox.Do(sandbox.Command{Faults: []emulator.Plan{{Call: call, Fault: fault, Times: times}}}))
}

// wantNowhere expects that none of these texts are in any column of the database, in any stored
// file or in the log.
func (w *kycFixture) wantNowhere(t *testing.T, secrets map[string][]byte) {
	t.Helper()
	looked := 0
	look := func(where string, held []byte) {
		looked++
		for name, secret := range secrets {
			if len(secret) > 0 && bytes.Contains(held, secret) {
				t.Errorf("%s holds %s in clear", where, name)
			}
		}
	}
	for _, table := range w.tableNames(t) {
		for _, row := range w.rowsOf(t, table) {
			look(table, row)
		}
	}
	w.must(filepath.WalkDir(w.files, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		held, err := os.ReadFile(path)
		look("a file", held)
		return err
	}))
	if looked < 10 {
		t.Errorf("%d rows and files were looked at, want 10", looked)
	}
	look("the log", []byte(w.log.Drain()))
}

func (w *kycFixture) tableNames(t *testing.T) (names []string) {
	t.Helper()
	query := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if w.store.Engine() == "postgres" {
		query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	w.each(t, query, func(values []any) { names = append(names, fmt.Sprint(values[0])) })
	return names
}

// rowsOf returns the rows of a table, each as one text.
func (w *kycFixture) rowsOf(t *testing.T, table string) (rows [][]byte) {
	t.Helper()
	w.each(t, "SELECT * FROM "+table, func(values []any) {
		var row bytes.Buffer
		for _, v := range values {
			if raw, ok := v.([]byte); ok {
				row.Write(raw)
			} else {
				fmt.Fprint(&row, v)
			}
			row.WriteByte('\n')
		}
		rows = append(rows, row.Bytes())
	})
	return rows
}

func (w *kycFixture) each(t *testing.T, query string, do func(values []any)) {
	t.Helper()
	rows, err := w.raw.QueryContext(t.Context(), query)
	w.must(err)
	defer func() { w.must(rows.Close()) }()
	columns, err := rows.Columns()
	w.must(err)
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		w.must(rows.Scan(into...))
		do(values)
	}
	w.must(rows.Err())
}

// fileCount returns the number of stored files.
func (w *kycFixture) fileCount(t *testing.T) (n int) {
	t.Helper()
	w.must(filepath.WalkDir(w.files, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	}))
	return n
}

// together runs two functions at the same time.
func together(a, b func()) {
	var both sync.WaitGroup
	both.Go(a)
	both.Go(b)
	both.Wait()
}

// browser sends JSON to a page of the sandbox, as the page's script does.
func (w *kycFixture) browser(t *testing.T, path string, body any) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, bytes.NewReader(encodeBody(t, body)))
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	w.sandbox.ServeHTTP(answer, r)
	return answer
}
