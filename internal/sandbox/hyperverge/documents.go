package hyperverge

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"rento/internal/provider"
	"rento/internal/sandbox/specimen"
)

// types are the provider's words for the sides of documents: front and back.
var types = map[string][2]string{
	string(provider.PANCard): {"pan", "pan"}, string(provider.Aadhaar): {"aadhaar_front_bottom", "aadhaar_back"},
	string(provider.Passport): {"passport_front", "passport_back"}, string(provider.VoterID): {"voterid_front_new", "voterid_back"},
}

func noDocument() error { return refusal(http.StatusUnprocessableEntity, "", "No document detected") }

func value(text string) map[string]any { return map[string]any{"value": text, "conf": 98} }

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// day turns 1994-03-12 into 12/03/1994.
func day(text string) string {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return t.Format("02/01/2006")
}

// pages are the pictures of a file: of a PDF, those on its pages.
func pages(file []byte) ([][]byte, error) {
	if http.DetectContentType(file) == "application/pdf" {
		return specimen.PicturesOf(file)
	}
	return [][]byte{file}, nil
}

// readCard reads any card but a licence.
func (p *Provider) readCard(r *request) (any, error) {
	file, err := r.file("image", "pdf")
	if err != nil {
		return nil, err
	}
	pictures, err := pages(file)
	if err != nil {
		return nil, refusal(http.StatusBadRequest, "", "The file could not be read")
	}
	var found []any
	for _, picture := range pictures {
		d, err := specimen.Read(picture)
		names, known := types[d.Kind]
		if err != nil || !known {
			continue
		}
		name := names[0]
		if d.Side == string(provider.Back) {
			name = names[1]
		}
		found = append(found, map[string]any{"type": name, "details": p.details(r, d, picture)})
	}
	if len(found) == 0 {
		return nil, noDocument()
	}
	return found, nil
}

// details are what stands on a card. That of a PAN tells the register whose it is.
func (p *Provider) details(r *request, d specimen.Document, picture []byte) map[string]any {
	out := map[string]any{"qualityCheck": map[string]any{
		"blur": value(yesNo(d.Has(specimen.Blurred))), "glare": value(yesNo(d.Has(specimen.Glare))), "blackAndWhite": value("no"), "capturedFromScreen": value("no"), "partialId": value("no"),
	}}
	if d.Has(specimen.Blurred) {
		return out // what is blurred cannot be read
	}
	switch provider.DocumentKind(d.Kind) {
	case provider.PANCard:
		p.books.Names[d.Number] = strings.ToUpper(d.Name)
		out["pan_no"], out["name"], out["father"], out["date"] = value(d.Number), value(d.Name), value(d.Guardian), value(day(d.Born))
	case provider.Aadhaar:
		p.aadhaar(r, d, picture, out)
	case provider.Passport:
		given, surname := d.Name, ""
		if i := strings.LastIndex(d.Name, " "); i > 0 {
			given, surname = d.Name[:i], d.Name[i+1:]
		}
		out["passport_num"], out["given_name"], out["surname"], out["dob"], out["doe"] = value(d.Number), value(given), value(surname), value(day(d.Born)), value(day(d.Expires))
		out["gender"], out["father"] = value(d.Gender), value(d.Guardian)
	case provider.VoterID:
		out["voterid"], out["name"], out["relation"], out["dob"], out["gender"] = value(d.Number), value(d.Name), value(d.Guardian), value(day(d.Born)), value(d.Gender)
	}
	if d.Address != "" {
		out["address"] = map[string]any{"value": d.Address, "conf": 95, "pin": d.Pincode}
	}
	return out
}

func (p *Provider) aadhaar(r *request, d specimen.Document, picture []byte, out map[string]any) {
	number, masked := d.Number, "no"
	if r.field("maskAadhaar") == "yes" {
		number, masked = "XXXXXXXX"+d.Number[max(0, len(d.Number)-4):], "yes"
	}
	out["aadhaar"] = map[string]any{"value": number, "conf": 99, "ismasked": masked}
	out["name"], out["dob"], out["gender"], out["father"] = value(d.Name), value(day(d.Born)), value(map[string]string{"M": "Male", "F": "Female", "T": "Transgender"}[d.Gender]), value(d.Guardian)
	if masked == "yes" && r.field("outputImageUrl") == "yes" {
		if covered, err := specimen.Masked(picture); err == nil {
			id := p.IDs.ID("pic")
			p.books.keepPicture(id, covered)
			out["imageUrl"] = value(p.Origin + p.prefix + "/pictures/" + id)
		}
	}
}

// picture is a masked one, to be fetched once by whoever knows its address.
func (p *Provider) picture(w http.ResponseWriter, r *http.Request) {
	p.Lock()
	file := p.books.pictures[r.PathValue("id")]
	p.Unlock()
	if file == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(file)
}

// readLicence reads a driving licence.
func (p *Provider) readLicence(r *request) (any, error) {
	file, err := r.file("image", "pdf")
	if err != nil {
		return nil, err
	}
	pictures, err := pages(file)
	if err != nil {
		return nil, refusal(http.StatusBadRequest, "", "The file could not be read")
	}
	for _, picture := range pictures {
		d, err := specimen.Read(picture)
		if err != nil || d.Kind == specimen.Selfie {
			continue
		}
		quality := map[string]any{"blur": value(yesNo(d.Has(specimen.Blurred))), "glare": value(yesNo(d.Has(specimen.Glare)))}
		if !d.IsDocument(provider.DrivingLicence) {
			return verdict("fail", "Wrong document", []any{map[string]any{"fieldsExtracted": map[string]any{}, "qualityChecks": quality}}), nil
		}
		extracted := map[string]any{}
		if !d.Has(specimen.Blurred) {
			extracted = map[string]any{
				"idNumber": value(d.Number), "fullName": value(d.Name), "dateOfBirth": value(day(d.Born)), "dateOfExpiry": value(day(d.Expires)), "gender": value(d.Gender),
				"address": value(d.Address), "pincode": value(d.Pincode), "fatherName": value(d.Guardian),
			}
		}
		return verdict("pass", "", []any{map[string]any{"idType": "dl", "fieldsExtracted": extracted, "qualityChecks": quality}}), nil
	}
	return nil, noDocument()
}

// verdict is a result of the newer calls.
func verdict(action, message string, details any) map[string]any {
	said := []any{}
	if message != "" {
		said = append(said, map[string]any{"message": message})
	}
	return map[string]any{"details": details, "summary": map[string]any{"action": action, "details": said}}
}

// checkLiveness looks at a selfie.
func (p *Provider) checkLiveness(r *request) (any, error) {
	file, err := r.file("image")
	if err != nil {
		return nil, err
	}
	d, err := specimen.Read(file)
	if err != nil || d.Face == "" {
		return nil, refusal(http.StatusUnprocessableEntity, "", "Face not detected")
	}
	live := d.Kind == specimen.Selfie && !slices.Contains(d.Flaws, specimen.NotLive)
	action, message := "pass", ""
	if !live {
		action, message = "fail", "Liveness check failed"
	}
	return verdict(action, message, []any{map[string]any{
		"liveFace":      map[string]any{"value": yesNo(live), "confidence": "high"},
		"qualityChecks": map[string]any{"blur": value(yesNo(d.Has(specimen.Blurred))), "eyesClosed": value("no"), "multipleFaces": value("no")},
	}}), nil
}

// The scores of a comparison: of the same person, and of others.
const (
	scoreSame  = 96
	scoreOther = 12
)

// verifyPair compares the faces of two specimens.
func (p *Provider) verifyPair(r *request) (any, error) {
	var seen [2]string
	for i, names := range [][]string{{"selfie"}, {"id", "selfie2"}} {
		file, err := r.file(names...)
		if err != nil {
			return nil, err
		}
		d, err := specimen.Read(file)
		if err != nil || d.Face == "" {
			return nil, refusal(http.StatusUnprocessableEntity, "", "Face not detected in "+names[0])
		}
		seen[i] = d.Face
	}
	score := scoreOther
	if seen[0] == seen[1] {
		score = scoreSame
	}
	return map[string]any{"match": yesNo(score == scoreSame), "match-score": score, "to-be-reviewed": "no"}, nil
}
