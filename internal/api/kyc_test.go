package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

type kycStatus struct {
	Status          string
	CurrentDocument struct {
		Document     string
		KYCDocuments []struct {
			Label      string
			Percentage int
		}
	}
	KYCPending, CanChangeProfession *bool
}

func (p person) kycStatus(t *testing.T) (s kycStatus) {
	t.Helper()
	if status := p.do(t, http.MethodGet, "/api/Hyperverges/completionStatusV3", nil, &s); status != http.StatusOK || s.KYCPending == nil || s.CanChangeProfession == nil {
		t.Fatalf("status %d: %+v, want 200 with kycPending and canChangeProfession", status, s)
	}
	return s
}

// The professions, the status of the case, and what is refused too early. CALL-81, CALL-82,
// CALL-84, CALL-94, ENTITY-67, ENTITY-68, KYC-10
func TestKYCFromTheBeginning(t *testing.T) {
	w := freshCity(t)
	dev := w.person(t, "dev")
	var data struct {
		UserProfile   *struct{ FullName string }
		ProfessionIDs []int64
		PreloadData   struct {
			ProfessionTypesFastkycV3 []struct {
				ID, Type int64
				Label    string
			}
			BlockedEmailDomains []string
		}
	}
	if status := dev.do(t, http.MethodGet, "/api/Hyperverges/getKYCData", nil, &data); status != http.StatusOK {
		t.Fatalf("status %d, want 200", status)
	}
	if data.UserProfile == nil || len(data.ProfessionIDs) != 0 || len(data.PreloadData.ProfessionTypesFastkycV3) == 0 || !slices.Contains(data.PreloadData.BlockedEmailDomains, "gmail.com") {
		t.Errorf("KYC data %+v; want a profile, no profession, some to choose, gmail.com blocked", data)
	}
	for _, p := range data.PreloadData.ProfessionTypesFastkycV3 {
		if p.Type == 1337 {
			t.Error("1337 is offered")
		}
	}
	if s := dev.kycStatus(t); s.Status != "not_started" || !*s.KYCPending || !*s.CanChangeProfession || len(s.CurrentDocument.KYCDocuments) != 0 {
		t.Errorf("before anything: %+v; want not_started, pending, nothing asked", s)
	}
	for body, want := range map[string]int{
		`{"professionId":1,"professionType":1337}`: 422, `{"professionId":2,"professionType":10}`: 422, `{"professionId":0,"professionType":0}`: 422,
		`{"professionId":"1","professionType":10}`: 422, `{}`: 422, `nonsense`: 400,
	} {
		refused(t, w.raw(t, http.MethodPost, "/api/UserProfiles/setProfessionV3", dev.token, []byte(body)), want)
	}
	for range 2 { // choosing the same again changes nothing
		answer := w.raw(t, http.MethodPost, "/api/UserProfiles/setProfessionV3", dev.token, []byte(`{"professionId":3,"professionType":30}`))
		if answer.Code != http.StatusOK {
			t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
		}
	}
	s := dev.kycStatus(t)
	if s.Status != "in_progress" || s.CurrentDocument.Document != "panCard" || len(s.CurrentDocument.KYCDocuments) != 5 || s.CurrentDocument.KYCDocuments[4].Percentage != 100 {
		t.Errorf("a student has %+v; want five steps from panCard to 100", s)
	}
	// These calls come out of order, belong to another profession, or have nothing to act on.
	for call, want := range map[string]int{
		"POST /api/UserProfiles/saveCollegeName {\"collegeName\":\"Mount Carmel\"}":                              409,
		"POST /api/UserProfiles/setCompanyEmailV2 {\"companyEmail\":\"a@company.in\"}":                           409,
		"POST /api/UserProfiles/setCompanyEmailV2 {\"companyEmail\":\"a@gmail.com\"}":                            422,
		"POST /api/UserProfiles/verifyCompanyEmail {\"code\":\"123456\"}":                                        409,
		"POST /api/Hyperverges/setAndVerifyGST {\"gstIn\":\"29AAAPZ1234C1ZX\"}":                                  422,
		"POST /api/UserProfiles/submitPartialApprove {}":                                                         409,
		"POST /api/UserProfiles/skipAlternateBankDetails {}":                                                     409,
		fmt.Sprintf("POST /api/UserProfiles/changeUserNameFromPAN {\"userId\":%d}", dev.id):                      409,
		"POST /api/UserProfiles/changeUserNameFromPAN {\"userId\":7}":                                            404,
		"POST /api/FinboxBankStatement/predictionStatus?documentId=7&userId=7&entityId=x ":                       404,
		fmt.Sprintf("POST /api/FinboxBankStatement/predictionStatus?documentId=7&userId=%d&entityId=x ", dev.id): 404,
		"GET /api/Documents/7.8.9.x ":                                                                            404,
	} {
		method, rest, _ := strings.Cut(call, " ")
		path, body, _ := strings.Cut(rest, " ")
		var raw []byte
		if body != "" {
			raw = []byte(body)
		}
		refused(t, w.raw(t, method, path, dev.token, raw), want)
	}
	if after := dev.kycStatus(t); after.Status != s.Status || after.CurrentDocument.Document != s.CurrentDocument.Document {
		t.Errorf("after what was refused: %+v, want %+v", after, s)
	}
	for range 2 {
		if answer := w.raw(t, http.MethodPost, "/api/UserProfiles/cancelAllPendingKycOrders", dev.token, []byte(`{}`)); answer.Code != http.StatusOK {
			t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
		}
	}
	if s := dev.kycStatus(t); s.Status != "cancelled" || !*s.KYCPending || !*s.CanChangeProfession {
		t.Errorf("given up: %+v; want cancelled, pending, to be begun again", s)
	}
}

// A verified customer is asked for nothing.
func TestKYCOfWhoIsVerified(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	if s := asha.kycStatus(t); *s.KYCPending || *s.CanChangeProfession {
		t.Errorf("asha: %+v; want nothing pending", s)
	}
	refused(t, w.raw(t, http.MethodPost, "/api/UserProfiles/setProfessionV3", asha.token, []byte(`{"professionId":1,"professionType":10}`)), http.StatusConflict)
}
