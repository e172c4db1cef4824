package api

import (
	"net/http"
	"reflect"
	"testing"

	"rento/internal/fault"
)

// FuzzPage: any requested page can be cut from a list, or the request is refused.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{
		"", `{}`, `{"page":2,"size":50}`, `{"page":1,"pageSize":10}`, `{"page":-1}`, `{"page":1000000,"size":100}`, `{"page":1e99}`,
		`{"page":1.5}`, `{"page":"1"}`, `[]`, `null`, `{"page":9223372036854775808}`, `{"page":1,"page":2}`, "{\"\x00\":1}", `{`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		page, err := pageOf(query)
		if err != nil {
			if !fault.Is(err, http.StatusBadRequest) && !fault.Is(err, http.StatusUnprocessableEntity) {
				t.Fatalf("%q: %v, want 400 or 422", query, err)
			}
			return
		}
		if page.Number < 1 || page.Size < 1 || page.Size > 100 || int(page.Skip()) != (page.Number-1)*page.Size {
			t.Errorf("%q is %+v, after %d; want page.Number >= 1, page.Size >= 1, page.Size <= 100, int(page.Skip()) = %v", query, page, page.Skip(), (page.Number-1)*page.Size)
		}
	})
}

// FuzzPoint: a text that is accepted as a point is on the earth.
func FuzzPoint(f *testing.F) {
	for _, seed := range []string{"12.97,77.59", "12.97, 77.59", "", ",", "NaN,NaN", "Inf,0", "-90,-180", "90.0001,0", "1e1,0x1p4", "1,2,3", "१२,७७"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := pointOf(text); ok && !(p.Lat >= -90 && p.Lat <= 90 && p.Lng >= -180 && p.Lng <= 180) {
			t.Errorf("%q is %+v; want not (ok && !(p.Lat >= -90 && p.Lat <= 90 && p.Lng >= -180 && p.Lng <= 180))", text, p)
		}
	})
}

// FuzzBody: a body with the key data and the bare body have the same meaning.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		`{"requestType":65,"orderItemIds":[1,2],"address":{"id":3},"cxPreferredPickupDate":"2026-11-20"}`, `{}`, `null`, `[]`, `{"data":null}`,
		`{"data":{"data":{}}}`, `{"requestType":6.5}`, `{"cxPreferredPickupDate":"2026-02-30"}`, `{"orderItemIds":[1e400]}`, "{\"message\":\"\\u0000\xff\"}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var bare, wrapped Data[NewTicket]
		if err := unmarshal([]byte(text), &bare); err != nil {
			return
		}
		whole, err := marshal(map[string]any{"data": bare.Data})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := unmarshal(whole, &wrapped); err != nil || !reflect.DeepEqual(bare, wrapped) {
			t.Errorf("%q is %+v, wrapped %+v, %v; want reflect.DeepEqual(bare, wrapped)", text, bare, wrapped, err)
		}
	})
}
