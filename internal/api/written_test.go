package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rento/internal/account"
)

// unseen are invisible characters that a text can contain. Some of them change how the text after
// them reads.
const unseen = "\u202e\u0007\u009b\u200f\u2066\ufeff\ufff9\u200b\u001b"

// Invisible characters are removed from every text of every call that changes something, wherever
// the text is in the body. The call works as without them, and no column of any table contains them
// afterwards. ZWJ and ZWNJ stay.
func TestWhatNobodySeesIsNotStored(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	contract, tried := o.contract(t), map[string]bool{}
	texts := contract.callsWithTexts()
	for _, r := range o.Node.Contract.Table() {
		call := r.Method + " " + r.Path
		if !r.Session || !r.Changes || !texts[call] || slices.Contains(paid, call) || isIdentifying(call) {
			continue
		}
		t.Run(call, func(t *testing.T) {
			o.company.T = t
			c := o.client()
			all := o.changes(c)
			if slices.Contains(unchanging, call) {
				all = append(all, attempt{"POST /api/customTrack", nil, object{"event": "dashboard viewed", "devicePlatform": "mweb", "properties": object{"tab": "home"}}})
			}
			at := slices.IndexFunc(all, func(a attempt) bool { return a.call == call })
			if at < 0 {
				t.Fatal("the call has no payload: add one that is right to attempts (payloads_test.go) or changes (actors_test.go)")
			}
			a := all[at]
			for _, s := range spots(a.body, func(any) {}) {
				if text, ok := s.value.(string); ok && text != "" && !a.form() {
					s.set(sprinkled(text))
				}
			}
			if file, ok := a.body.(object); ok && a.form() {
				file["name"] = "\u202e\u200fsofa.png" // a form cannot contain terminal control characters
			}
			if answer := o.send(t, c, a, encodeBody(t, a.body)); answer.Code != http.StatusOK {
				t.Errorf("status %d, want 200 as without what nobody sees: %s", answer.Code, answer.Body)
			}
		})
		tried[call] = true
	}
	if o.company.T = t; len(tried) < 20 {
		t.Errorf("%d calls were tried, want 20: the contract was not read", len(tried))
	}
	code, err := o.Node.Services.Accounts.MintHandoff(t.Context(), account.Handoff{CustomerID: o.other.id, Lifetime: account.FromPage})
	o.must(err)
	_, err = o.Node.Services.Accounts.ExchangeHandoff(t.Context(), code, sprinkled("a header of a browser"))
	o.must(err)
	columns, found := o.textColumns(t), 0
	for _, column := range columns {
		found += o.wantSeen(t, column)
	}
	if len(columns) < 100 || found < 500 {
		t.Errorf("%d texts in %d columns were looked at, want 500 in 100", found, len(columns))
	}
}

// sprinkled returns a text with invisible characters before its first character, after it and at
// the end.
func sprinkled(text string) string {
	_, first := utf8.DecodeRuneInString(text)
	return unseen + text[:first] + unseen + text[first:] + unseen
}

// callsWithTexts returns the calls whose body contains a text.
func (c contract) callsWithTexts() map[string]bool {
	found := map[string]bool{}
	c.inputs(func(at string, s *schema) {
		method, rest, _ := strings.Cut(at, " ")
		path, in, _ := strings.Cut(rest, " ")
		path, _, _ = strings.Cut(path, ".")
		if in == "" && (s.is("string") || s.Type == nil) {
			found[method+" "+path] = true
		}
	})
	return found
}

// textColumns returns all columns of all tables, as SQL names.
func (o *twoCustomers) textColumns(t *testing.T) (columns [][2]string) {
	t.Helper()
	rows, err := o.raw.QueryContext(t.Context(), "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, 2")
	o.must(err)
	defer func() { o.must(rows.Close()) }()
	for rows.Next() {
		var of [2]string
		o.must(rows.Scan(&of[0], &of[1]))
		columns = append(columns, of)
	}
	o.must(rows.Err())
	return columns
}

// wantSeen checks the texts of a column, also in JSON form, and returns their number.
func (o *twoCustomers) wantSeen(t *testing.T, column [2]string) (found int) {
	t.Helper()
	rows, err := o.raw.QueryContext(t.Context(), fmt.Sprintf("SELECT %s FROM %s WHERE typeof(%s) IN ('text', 'blob')", column[1], column[0], column[1]))
	o.must(err)
	defer func() { o.must(rows.Close()) }()
	for rows.Next() {
		var text string
		o.must(rows.Scan(&text))
		found++
		if strings.ContainsAny(text, unseen) || strings.Contains(text, `\u0007`) || strings.Contains(text, `\u001b`) {
			t.Errorf("%s.%s holds %q, want nothing in it that nobody sees", column[0], column[1], text)
		}
	}
	o.must(rows.Err())
	return found
}

// A text with several lines keeps its line breaks, and a text with one line does not. Characters
// that a script needs stay. A text without visible characters counts as empty.
func TestTextsOfOneLineAndOfSeveral(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c := o.client()
	for _, a := range c.attempts() {
		if body, ok := a.body.(object); ok && strings.HasSuffix(a.call, "/addresses") {
			body["flatNo"], body["landMark"] = "4\r\nB", "क्\u200dष\u202e\u2028बाग"
			if answer := o.send(t, c, a, encodeBody(t, a.body)); answer.Code != http.StatusOK {
				t.Fatalf("status %d, want an address that is saved: %s", answer.Code, answer.Body)
			}
			if n := o.count(t, "SELECT count(*) FROM addresses WHERE flat_no = $1 AND land_mark = $2", "4 B", "क्\u200dष बाग"); n != 1 {
				t.Errorf("%d addresses have flat and landmark on one line each, with the joiner, want 1", n)
			}
			body["flatNo"] = "\u200d\u202e"
			refused(t, o.send(t, c, a, encodeBody(t, a.body)), http.StatusUnprocessableEntity)
		}
		if strings.HasSuffix(a.call, "/createNewTickets") {
			for _, s := range spots(a.body, func(any) {}) {
				if s.value == "It makes a noise." {
					s.set("It makes\r\na\u202e noise.\u0085Please come.")
				}
			}
			if answer := o.send(t, c, a, encodeBody(t, a.body)); answer.Code != http.StatusOK {
				t.Fatalf("status %d, want a repair that is raised: %s", answer.Code, answer.Body)
			}
			if n := o.count(t, "SELECT count(*) FROM tickets WHERE message = $1", "It makes\na noise.\nPlease come."); n != 1 {
				t.Errorf("%d requests have the message in three lines, want 1", n)
			}
		}
	}
}

func (o *twoCustomers) count(t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	o.must(o.raw.QueryRowContext(t.Context(), query, args...).Scan(&n))
	return n
}
