package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// closed maps each column with a closed set of values to its Go constants: those of a type, or
// untyped ones with a name prefix.
var closed = map[string]struct {
	folder, of string
	except     []string // constants that are never stored in the column
}{
	"order_items.delivery_status":  {folder: "subscription", of: "Status"},
	"challans.movement":            {folder: "billing", of: "Movement"},
	"invoices.kind":                {folder: "billing", of: "Kind"},
	"payment_promises.state":       {folder: "billing", of: "PromiseState"},
	"invoice_lines.kind":           {folder: "billing", of: "LineKind"},
	"invoice_lines.purpose":        {folder: "billing", of: "Purpose", except: []string{"credit"}},
	"invoice_lines.reason":         {folder: "billing", of: "ReasonCode"},
	"advance_packages.state":       {folder: "advance", of: "State", except: []string{"closed"}},
	"advance_items.state":          {folder: "advance", of: "State"},
	"advance_vouchers.kind":        {folder: "advance", of: "VoucherKind"},
	"advance_draws.kind":           {folder: "advance", of: "DrawKind"},
	"billing_runs.state":           {folder: "billing", of: "runState"},
	"payment_transactions.purpose": {folder: "payment", of: "Purpose", except: []string{"refund"}},
	"payment_transactions.state":   {folder: "payment", of: "State"},
	"payment_attempts.state":       {folder: "payment", of: "AttemptState"},
	"gateway_payments.posted_as":   {folder: "payment", of: "Posting"},
	"refunds.state":                {folder: "payment", of: "RefundState"},
	"mandates.state":               {folder: "mandate", of: "State"},
	"mandates.method":              {folder: "provider", of: "MandateMethod"},
	"feedback_requests.state":      {folder: "feedback", of: "state"},
	"referrals.state":              {folder: "referral", of: "State"},
	"chat_threads.state":           {folder: "support", of: "State"},
	"chat_messages.author":         {folder: "support", of: "Author"},
	"uploads.purpose":              {folder: "upload", of: "Purpose"},
	"mandate_debits.state":         {folder: "mandate", of: "DebitState"},
	"settlements.state":            {folder: "settlement", of: "State"},
	"payouts.state":                {folder: "settlement", of: "PayoutState"},
	"payees.state":                 {folder: "settlement", of: "PayeeState"},
	"tickets.status":               {folder: "ticket", of: "Status"},
	"ticket_steps.status":          {folder: "ticket", of: "Status"},
	"jobs.state":                   {folder: "jobs", of: "state"},
	"messages.channel":             {folder: "notify", of: "Channel"},
	"messages.state":               {folder: "notify", of: "State"},
	"deletion_requests.state":      {folder: "account", of: "deletion"},
	"consents.purpose":             {folder: "account", of: "Purpose"},
	"tracked_events.forwarding":    {folder: "account", of: "forwarding"},
	"error_groups.source":          {folder: "errorreport", of: "Source"},
	"error_groups.state":           {folder: "errorreport", of: "State"},
	"error_groups.forwarding":      {folder: "errorreport", of: "forwarding"},

	"kyc_cases.state":           {folder: "kyc", of: "CaseState", except: []string{"not_started"}},
	"kyc_cases.profession_type": {folder: "kyc", of: "ProfessionType"},
	"kyc_cases.decision":        {folder: "kyc", of: "Decision"},
	"kyc_steps.step":            {folder: "kyc", of: "Step"},
	"kyc_steps.state":           {folder: "kyc", of: "StepState"},
	"kyc_documents.step":        {folder: "kyc", of: "Step", except: []string{"companyEmail", "collegeName", "gstDetails"}},
	"kyc_documents.side":        {folder: "provider", of: "Side"},
	"kyc_documents.media_type":  {folder: "kyc", of: "type"},
	"kyc_statements.source":     {folder: "kyc", of: "Source", except: []string{"upload", "digilocker", "screens"}},
	"kyc_statements.state":      {folder: "kyc", of: "statementState"},

	"tickets.request_type":              {folder: "ticket", of: "Type"},
	"mandate_debits.skipped_for":        {folder: "mandate", of: "Reason"},
	"settlements.origin":                {folder: "settlement", of: "Origin"},
	"refund_preferences.preference":     {folder: "settlement", of: "Preference"},
	"payees.preference":                 {folder: "settlement", of: "Preference", except: []string{"10"}},
	"payouts.preference":                {folder: "settlement", of: "Preference"},
	"notification_preferences.category": {folder: "notify", of: "Category", except: []string{"security"}},
	"notification_preferences.channel":  {folder: "notify", of: "Channel"},
}

var inList = regexp.MustCompile(`IN \(([^)]*)\)`)

// The values of a closed set are the same in its check and in Go.
func TestChecksListTheConstants(t *testing.T) {
	for _, of := range tablesNow(t) {
		for _, c := range of.Columns {
			set, ok := closed[of.Name+"."+c.Name]
			list := inList.FindStringSubmatch(c.Check)
			if !ok {
				if list != nil && c.Kind != "BOOLEAN" && !strings.Contains(c.Check, "length") {
					t.Errorf("%s.%s is a closed set, %s: name its constants in closed, want %q in it", of.Name, c.Name, list[1], "length")
				}
				continue
			}
			if list == nil {
				t.Errorf("%s.%s has no list in its check", of.Name, c.Name)
				continue
			}
			var got []string
			for word := range strings.SplitSeq(list[1], ", ") {
				got = append(got, strings.Trim(word, "'"))
			}
			slices.Sort(got)
			want := constants(t, set.folder, set.of)
			want = slices.DeleteFunc(want, func(word string) bool { return slices.Contains(set.except, word) })
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s.%s (-%s.%s +check):\n%s", of.Name, c.Name, set.folder, set.of, diff)
			}
		}
	}
}

// constants reads the values of a type's constants, or of the untyped constants with a name prefix,
// from a package's source.
func constants(t *testing.T, folder, of string) (values []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %v", folder, files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && !strings.HasSuffix(file, "_test.go") {
				values = append(values, valuesOf(spec, of)...)
			}
			return true
		})
	}
	return values
}

func valuesOf(spec *ast.ValueSpec, of string) (values []string) {
	kind, typed := spec.Type.(*ast.Ident)
	for i, value := range spec.Values {
		literal, ok := value.(*ast.BasicLit)
		if ok && (typed && kind.Name == of || spec.Type == nil && strings.HasPrefix(spec.Names[i].Name, of)) {
			values = append(values, strings.Trim(literal.Value, `"`))
		}
	}
	return values
}
