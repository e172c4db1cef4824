package hyperverge

import (
	"net/http"
	"time"

	"rento/internal/identifier"
	"rento/internal/sandbox/specimen"
)

// look reads the number of a call and what its digits say of it: with which there is
// nobody, and with which the register is down.
func look(text string) (identifier.PAN, error) {
	pan, err := identifier.ParsePAN(text)
	if err != nil {
		return "", refusal(http.StatusBadRequest, "", "Invalid PAN")
	}
	switch specimen.Serial(string(pan)) {
	case specimen.SerialNotFound:
		return "", refusal(http.StatusUnprocessableEntity, "", "PAN does not exist")
	case specimen.SerialDown:
		return "", refusal(http.StatusServiceUnavailable, "", "Source Unavailable")
	}
	return pan, nil
}

// verifyPAN compares what the register has of a PAN.
func (p *Provider) verifyPAN(r *request) (any, error) {
	var asked struct {
		PAN  string `json:"pan"`
		Name string `json:"name"`
		DOB  string `json:"dob"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	pan, err := look(asked.PAN)
	if err != nil {
		return nil, err
	}
	born, err := time.Parse("02/01/2006", asked.DOB)
	if err != nil {
		return nil, refusal(http.StatusBadRequest, "", "Invalid dob")
	}
	status := "Active"
	if specimen.Serial(string(pan)) == specimen.SerialInactive {
		status = "Inactive"
	}
	return map[string]any{
		"status": status, "duplicate": specimen.Serial(string(pan)) == specimen.SerialDuplicate,
		"nameMatch": specimen.NameFits(string(pan), asked.Name), "dobMatch": specimen.BornFits(string(pan), born.Format(time.DateOnly)),
	}, nil
}

// nameOfPAN is the name on the card that was seen of a PAN.
func (p *Provider) nameOfPAN(r *request) (any, error) {
	var asked struct {
		PAN string `json:"pan"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	pan, err := look(asked.PAN)
	if err != nil {
		return nil, err
	}
	name := p.books.Names[string(pan)]
	if name == "" {
		return nil, refusal(http.StatusUnprocessableEntity, "", "PAN does not exist")
	}
	return map[string]any{"name": name}, nil
}

// searchGSTIN knows every number of the right form, by what its PAN says of it.
func (p *Provider) searchGSTIN(r *request) (any, error) {
	var asked struct {
		GSTIN string `json:"gstin"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	gstin, err := identifier.ParseGSTIN(asked.GSTIN)
	if err != nil {
		return nil, refusal(http.StatusBadRequest, "", "Invalid GSTIN")
	}
	pan, err := look(string(gstin.PAN()))
	if err != nil {
		return nil, err
	}
	status := "Active"
	switch specimen.Serial(string(pan)) {
	case specimen.SerialInactive:
		status = "Cancelled"
	case specimen.SerialDuplicate:
		status = "Suspended"
	}
	kinds := map[identifier.Holder]string{
		identifier.Person: "Proprietorship", identifier.Company: "Private Limited Company", identifier.Firm: "Partnership", identifier.Family: "Hindu Undivided Family",
		identifier.Trust: "Society/ Club/ Trust/ AOP", identifier.Government: "Government Department",
	}
	kind := kinds[pan.Holder()]
	if kind == "" {
		kind = "Others"
	}
	legal := p.books.Names[string(pan)]
	if legal == "" {
		legal = "SPECIMEN " + string(pan[:5]) + " " + string(pan[9:])
	}
	return map[string]any{
		"gstin": string(gstin), "legalName": legal, "tradeName": "Specimen Traders " + string(pan[:3]), "status": status, "constitution": kind,
		"registrationDate": "01/07/2017", "address": "Specimen House, 1 Market Road", "pincode": "560001", "stateJurisdiction": "State " + gstin.State(),
	}, nil
}
