package hyperverge

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"rento/internal/provider"
)

var registerRefusals = map[int]provider.Refusal{http.StatusUnprocessableEntity: provider.NotFound}

type panAnswer struct {
	Result struct {
		Status    string `json:"status"`
		Duplicate *yes   `json:"duplicate"`
		Name      *yes   `json:"nameMatch"`
		BirthDate *yes   `json:"dobMatch"`
	} `json:"result"`
}

// Check makes sure that the register has said all of it.
func (a *panAnswer) Check() error {
	r := a.Result
	if r.Status == "" || r.Duplicate == nil || r.Name == nil || r.BirthDate == nil {
		return errors.New("a PAN without status, duplicate, name or date of birth")
	}
	return nil
}

// CheckPAN asks the register about a PAN.
func (h *Identity) CheckPAN(ctx context.Context, transaction string, query provider.PANQuery) (provider.PANRecord, error) {
	var answer panAnswer
	asked := map[string]string{"pan": query.Number, "name": query.Name, "dob": query.BirthDate.Format("02/01/2006")}
	err := h.verify.JSON(ctx, h.request("pan.check", "/api/verifyPAN", transaction), asked, &answer)
	if err != nil {
		return provider.PANRecord{}, refusedFor(err, registerRefusals)
	}
	r := answer.Result
	return provider.PANRecord{
		Active: strings.EqualFold(r.Status, "active"), Duplicate: bool(*r.Duplicate), NameMatch: bool(*r.Name), BirthDateMatch: bool(*r.BirthDate),
	}, nil
}

type nameAnswer struct {
	Result struct {
		Name string `json:"name"`
	} `json:"result"`
}

// Check makes sure of the name.
func (a *nameAnswer) Check() error {
	if strings.TrimSpace(a.Result.Name) == "" {
		return errors.New("a PAN without a name")
	}
	return nil
}

// PANName asks in whose name a PAN is.
func (h *Identity) PANName(ctx context.Context, transaction, pan string) (string, error) {
	var answer nameAnswer
	err := h.verify.JSON(ctx, h.request("pan.name", "/api/getNameFromPAN", transaction), map[string]string{"pan": pan}, &answer)
	return strings.TrimSpace(answer.Result.Name), refusedFor(err, registerRefusals)
}

type gstAnswer struct {
	Result one[fields] `json:"result"`
}

// names of the fields of a taxpayer: the provider's documents do not say which of the
// usual ones it uses.
var (
	legalName    = []string{"legalName", "legal_name", "legalNameOfBusiness", "lgnm"}
	tradeName    = []string{"tradeName", "trade_name", "tradeNam"}
	taxStatus    = []string{"status", "gstinStatus", "sts"}
	constitution = []string{"constitution", "constitutionOfBusiness", "ctb"}
	registered   = []string{"registrationDate", "dateOfRegistration", "rgdt"}
	taxAddress   = []string{"address", "principalAddress", "pradr"}
	taxPincode   = []string{"pincode", "pinCode", "pncd"}
)

// Check makes sure of what is decided by.
func (a *gstAnswer) Check() error {
	if a.Result.value.get(taxStatus...) == "" || a.Result.value.get(legalName...) == "" {
		return errors.New("a taxpayer without name or status")
	}
	return nil
}

// FindGSTIN asks the register of GST.
func (h *Identity) FindGSTIN(ctx context.Context, transaction, gstin string) (provider.GSTRecord, error) {
	var answer gstAnswer
	err := h.engine.JSON(ctx, h.request("gst.find", "/v1/searchGSTINV2", transaction), map[string]string{"gstin": gstin}, &answer)
	if err != nil {
		return provider.GSTRecord{}, refusedFor(err, registerRefusals)
	}
	f := answer.Result.value
	if told := f.get("gstin", "gstIn"); told != "" && told != gstin {
		return provider.GSTRecord{}, failed("gst.find", provider.Unknown, errors.New("an answer about another GSTIN"))
	}
	status := f.get(taxStatus...)
	return provider.GSTRecord{
		GSTIN: gstin, LegalName: f.get(legalName...), TradeName: f.get(tradeName...), Status: status, Active: strings.EqualFold(status, "active"),
		Constitution: f.get(constitution...), State: gstin[:min(2, len(gstin))], Registered: date(f.get(registered...)),
		Address: f.get(taxAddress...), Pincode: f.get(taxPincode...),
	}, nil
}
