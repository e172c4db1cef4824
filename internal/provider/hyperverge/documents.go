package hyperverge

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// face is a side of a kind of document.
type faceOf struct {
	kind provider.DocumentKind
	side provider.Side
}

// cards are the provider's words for what it found in a picture.
var cards = map[string]faceOf{
	"pan": {provider.PANCard, provider.Front}, "old_pan": {provider.PANCard, provider.Front},
	"aadhaar_front_bottom": {provider.Aadhaar, provider.Front}, "aadhaar_front_top": {provider.Aadhaar, provider.Front},
	"aadhaar_back":   {provider.Aadhaar, provider.Back},
	"passport_front": {provider.Passport, provider.Front}, "passport_back": {provider.Passport, provider.Back},
	"voterid_front": {provider.VoterID, provider.Front}, "voterid_front_new": {provider.VoterID, provider.Front},
	"voterid_back": {provider.VoterID, provider.Back},
}

var documentRefusals = map[int]provider.Refusal{
	http.StatusBadRequest: provider.BadFile, http.StatusRequestEntityTooLarge: provider.BadFile, http.StatusUnprocessableEntity: provider.NoDocument,
}

type cardAnswer struct {
	Result []struct {
		Type    string `json:"type"`
		Details fields `json:"details"`
	} `json:"result"`
}

// Check makes sure that something was found: where nothing is, the provider says so by
// its status.
func (a *cardAnswer) Check() error {
	if len(a.Result) == 0 {
		return errors.New("an answer without documents")
	}
	return nil
}

// ReadDocument reads a picture or PDF. Driving licences are read by another call than
// the rest.
func (h *Identity) ReadDocument(ctx context.Context, transaction string, kind provider.DocumentKind, scan provider.Scan) (provider.Reading, error) {
	if kind == provider.DrivingLicence {
		return h.readLicence(ctx, transaction, scan)
	}
	const call = "documents.read"
	options := map[string]string{"qualityCheck": "yes"}
	if kind == provider.Aadhaar {
		options["maskAadhaar"], options["maskAadhaarComplete"], options["outputImageUrl"] = "yes", "yes", "yes"
	}
	var answer cardAnswer
	err := upload(ctx, h.docs, h.request(call, "/v2.0/readKYC", transaction), options, []part{{fileName(scan), scan}}, &answer)
	if err != nil {
		return provider.Reading{}, refusedFor(err, documentRefusals)
	}
	reading, front := provider.Reading{Kind: kind}, 0
	for i, found := range answer.Result {
		card, known := cards[found.Type]
		if !known || card.kind != kind {
			return provider.Reading{}, declined(call, provider.WrongDocument)
		}
		if blurred(found.Details, &reading) {
			return provider.Reading{}, declined(call, provider.Blurred)
		}
		if reading.Side != "" && reading.Side != card.side {
			card.side = provider.Whole
		}
		if cards[found.Type].side == provider.Front {
			front = i // has the face
		}
		reading.Side = card.side
		fill(&reading, found.Details)
	}
	if kind == provider.Aadhaar {
		reading.Masked, err = h.picture(ctx, answer.Result[front].Details.get("imageUrl", "outputImageUrl"))
	}
	return reading, err
}

// fileName is the name of the field in which a file is sent.
func fileName(scan provider.Scan) string {
	if scan.Type == "application/pdf" {
		return "pdf"
	}
	return "image"
}

// blurred says whether a picture cannot be relied on, and notes its other faults.
func blurred(details fields, into *provider.Reading) bool {
	quality := details.in("qualityCheck")
	for _, flag := range []struct{ theirs, ours string }{
		{"glare", "glare"}, {"blackAndWhite", "black_and_white"}, {"capturedFromScreen", "photo_of_screen"}, {"partialId", "cut_off"},
	} {
		if strings.EqualFold(quality.get(flag.theirs), "yes") {
			into.Flags = append(into.Flags, flag.ours)
		}
	}
	return strings.EqualFold(quality.get("blur"), "yes")
}

// fill takes what a side says that is not known yet.
func fill(r *provider.Reading, d fields) {
	fill := func(into *string, value string) {
		if *into == "" {
			*into = value
		}
	}
	number := strings.ToUpper(d.get("pan_no", "aadhaar", "passport_num", "voterid", "idNumber", "dl_number"))
	if r.Kind == provider.Aadhaar {
		number = lastFour(number)
	}
	fill(&r.Number, number)
	fill(&r.Name, strings.TrimSpace(d.get("name", "fullName")))
	fill(&r.Name, strings.TrimSpace(d.get("given_name")+" "+d.get("surname")))
	fill(&r.Guardian, d.get("father", "mother", "husband", "wife", "relation", "care_of", "fatherName"))
	fill(&r.Gender, gender(d.get("gender")))
	fill(&r.Address, d.get("address"))
	fill(&r.Pincode, d.get("pin", "pincode"))
	fill(&r.Pincode, d.in("address").get("pin", "pincode"))
	if born := date(d.get("dob", "date", "dateOfBirth")); !born.IsZero() {
		r.BirthDate = born
	}
	if year, err := strconv.Atoi(d.get("yob")); err == nil {
		r.BirthYear = year
	}
	if expires := date(d.get("doe", "dateOfExpiry", "validTill")); !expires.IsZero() {
		r.Expires = expires
	}
}

// lastFour masks a number of an Aadhaar, however much of it the provider told.
func lastFour(number string) string {
	digits := strings.ReplaceAll(number, " ", "")
	if len(digits) < 4 {
		return ""
	}
	return "XXXX XXXX " + digits[len(digits)-4:]
}

// picture fetches one that the provider made, from the address in its answer. Our keys
// do not go there.
func (h *Identity) picture(ctx context.Context, address string) (*provider.Scan, error) {
	const call = "documents.picture"
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "https" && !strings.HasPrefix(h.config.DocsURL, at.Scheme+"://"+at.Host+"/") {
		return nil, failed(call, provider.Unknown, errors.New("no https address of the masked picture"))
	}
	client, err := h.client(at.Scheme + "://" + at.Host)
	if err != nil {
		return nil, failed(call, provider.Unknown, err)
	}
	answer, err := client.Do(ctx, httpcall.Request{Call: call, Method: http.MethodGet, Path: at.EscapedPath(), Query: at.Query()})
	if err != nil {
		return nil, err
	}
	kind := http.DetectContentType(answer.Body)
	if extensions[kind] == "" {
		return nil, failed(call, provider.Unknown, errors.New("the masked picture is none"))
	}
	return &provider.Scan{Type: kind, Data: answer.Body}, nil
}

type summary struct {
	Action  string `json:"action"`
	Details []struct {
		Message string `json:"message"`
	} `json:"details"`
}

type licenceAnswer struct {
	Result struct {
		Details one[struct {
			Fields  fields `json:"fieldsExtracted"`
			Quality fields `json:"qualityChecks"`
		}] `json:"details"`
		Summary summary `json:"summary"`
	} `json:"result"`
}

// Check makes sure that the answer says anything.
func (a *licenceAnswer) Check() error {
	if a.Result.Summary.Action == "" {
		return errors.New("a reading without summary")
	}
	return nil
}

func (h *Identity) readLicence(ctx context.Context, transaction string, scan provider.Scan) (provider.Reading, error) {
	const call = "documents.licence"
	var answer licenceAnswer
	fields := map[string]string{"countryId": "ind", "documentId": "dl"}
	err := upload(ctx, h.idv, h.request(call, "/v1/readId", transaction), fields, []part{{fileName(scan), scan}}, &answer)
	if err != nil {
		return provider.Reading{}, refusedFor(err, documentRefusals)
	}
	found := answer.Result.Details.value
	switch {
	case strings.EqualFold(found.Quality.get("blur"), "yes"):
		return provider.Reading{}, declined(call, provider.Blurred)
	case answer.Result.Summary.Action == "fail":
		return provider.Reading{}, declined(call, provider.WrongDocument)
	}
	reading := provider.Reading{Kind: provider.DrivingLicence, Side: provider.Front}
	fill(&reading, found.Fields)
	return reading, nil
}
