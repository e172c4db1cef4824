package demo

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rento/internal/audit"
	"rento/internal/kyc"
	"rento/internal/provider"
	"rento/internal/sandbox/specimen"
)

// papers is the content of a persona's specimen documents. To continue a persona's verification,
// make specimens with the same name and date of birth (docs/demo.md).
func papers(name, born, gender string) specimen.Person {
	return specimen.Person{Name: name, Born: born, Gender: gender, Guardian: "Specimen Guardian", Address: "12, Palm Court, 3rd Cross, Indiranagar, Bengaluru, Karnataka", Pincode: "560038", State: "KA"}
}

// The days before the present on which personas verify their identity. Between them there is time
// for a bank statement to be read.
const (
	kycBegins = 4
	kycEnds   = 3
)

// planKYC schedules a persona's verification.
func (m *maker) planKYC(r *resident) {
	begins, ends := m.today().AddDays(-kycBegins), m.today().AddDays(-kycEnds)
	by := func(who specimen.Person, acts func(v *verification) error) func(context.Context) error {
		return func(ctx context.Context) error {
			return acts(&verification{maker: m, ctx: audit.WithActor(ctx, audit.Customer()), id: r.id, who: who})
		}
	}
	shares := func(p kyc.ProfessionType) func(v *verification) error {
		return func(v *verification) error {
			return v.each(func() error { return v.choose(p) }, v.share, func() error { return v.upload(kyc.Selfie, "", specimen.Selfie, "") })
		}
	}
	switch r.persona {
	case "pooja":
		who := papers("Pooja Hegde", "1996-04-18", "F")
		m.on(begins, by(who, func(v *verification) error {
			return v.each(
				func() error { return v.choose(kyc.Salaried) },
				func() error { return v.upload(kyc.PANCard, "", string(provider.PANCard), provider.Front) },
				func() error {
					return v.upload(kyc.GovtDocument, provider.Aadhaar, string(provider.Aadhaar), provider.Front)
				},
				func() error {
					return v.upload(kyc.GovtDocument, provider.Aadhaar, string(provider.Aadhaar), provider.Back)
				},
			)
		}))
	case "qadir":
		who := papers("Abdul Qadir Ansari", "1991-11-02", "M")
		m.on(begins, by(who, func(v *verification) error {
			return v.each(func() error { return shares(kyc.Freelancer)(v) }, func() error { return v.bank("hdfc", 6, 60_000) })
		}))
	case "rhea":
		who := papers("Rhea Fernandes", "1989-07-23", "F")
		m.on(begins, by(who, func(v *verification) error {
			return v.each(
				func() error { return shares(kyc.SelfEmployed)(v) },
				func() error { return m.KYC.VerifyGST(v.ctx, v.id, GSTIN("29", who.PAN(""))) },
				func() error { return v.bank("icici", 2, 0) },
			)
		}))
		m.on(ends, by(who, func(v *verification) error { return m.KYC.SkipBank(v.ctx, v.id) }))
	case "samir":
		who := papers("Samir Joshi", "1985-01-30", "M")
		m.on(begins, by(who, func(v *verification) error {
			return v.each(func() error { return shares(kyc.Freelancer)(v) }, func() error { return v.bank("sbi", 2, 0) })
		}))
		m.on(ends, by(who, func(v *verification) error {
			return v.each(func() error { return m.KYC.SkipBank(v.ctx, v.id) }, func() error { return m.KYC.AcceptPartial(v.ctx, v.id) })
		}))
	case "tanvi":
		who := papers("Tanvi Kulkarni", "1998-09-09", "F")
		m.on(begins, by(who, func(v *verification) error {
			if err := v.choose(kyc.Salaried); err != nil {
				return err
			}
			card := who.Document(string(provider.PANCard), string(provider.Front))
			card.Number = who.PAN(specimen.SerialInactive)
			return v.refused(v.send(kyc.PANCard, "", card))
		}))
	case "usman":
		who, parent := papers("Usman Sheikh", "2004-02-14", "M"), papers("Imran Sheikh", "1974-06-01", "M")
		m.on(begins, by(who, func(v *verification) error {
			return v.each(
				func() error { return shares(kyc.Student)(v) },
				func() error { return m.KYC.SaveCollege(v.ctx, v.id, "St. Joseph's University") },
				func() error {
					return v.send(kyc.ParentDocument, provider.DrivingLicence, parent.Document(string(provider.DrivingLicence), string(provider.Front)))
				},
			)
		}))
	}
}

// verification is a persona using the KYC screens.
type verification struct {
	*maker

	ctx context.Context //nolint:containedctx // lives as long as the act
	id  int64
	who specimen.Person
}

// each runs the steps one after the other.
func (v *verification) each(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (v *verification) choose(t kyc.ProfessionType) error {
	p, _ := kyc.ProfessionOf(t)
	return v.KYC.ChooseProfession(v.ctx, v.id, p.ID, t)
}

func (v *verification) upload(step kyc.Step, as provider.DocumentKind, kind string, side provider.Side) error {
	return v.send(step, as, v.who.Document(kind, string(side)))
}

// send uploads a specimen for a step.
func (v *verification) send(step kyc.Step, as provider.DocumentKind, d specimen.Document) error {
	file, err := specimen.JPEG(d)
	if err != nil {
		return err
	}
	_, err = v.KYC.UploadDocument(v.ctx, v.id, kyc.Upload{
		Step: step, Kind: as, Side: provider.Side(d.Side), File: kyc.File{Name: d.Kind + d.Side + ".jpg", Type: "image/jpeg", Size: int64(len(file)), Body: bytes.NewReader(file)},
	})
	return err
}

// refused expects that the act led to a declined case.
func (v *verification) refused(err error) error {
	of, loading := v.KYC.Of(v.ctx, v.id)
	if loading != nil || of.State != kyc.Declined {
		return fmt.Errorf("demo: the case of customer %d is %s, not declined: %w", v.id, of.State, err)
	}
	return nil
}

// share brings PAN and Aadhaar through DigiLocker.
func (v *verification) share() error {
	at, err := v.KYC.LockerURL(v.ctx, v.id)
	if err != nil {
		return err
	}
	back, err := v.payer.form(v.ctx, at, url.Values{
		"answer": {"shared"}, "name": {v.who.Name}, "born": {v.who.Born}, "gender": {v.who.Gender}, "address": {v.who.Address}, "pincode": {v.who.Pincode}, "pan": {"yes"},
	})
	if err != nil {
		return err
	}
	return v.KYC.FinishLocker(v.ctx, v.id, back)
}

// bank provides a bank statement of this many months and lets it be read.
func (v *verification) bank(bank string, months int, salaryRupees int64) error {
	place, err := v.KYC.BankURL(v.ctx, v.id)
	if err != nil {
		return err
	}
	_, err = v.payer.form(v.ctx, place.URL, url.Values{
		"answer": {"success"}, "bank": {bank}, "name": {v.who.Name}, "months": {strconv.Itoa(months)}, "salary": {strconv.FormatInt(salaryRupees, 10)},
	})
	if err != nil {
		return err
	}
	_, err = v.KYC.Predicted(v.ctx, v.id, place.DocumentID, place.EntityID)
	return err
}

// form posts a form of a provider's page, and returns the query of the address to which the browser
// is redirected.
func (p *payer) form(ctx context.Context, at string, form url.Values) (url.Values, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, at, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("demo: KYC: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := p.gateway.Transport.RoundTrip(request) // do not follow the redirect
	if err != nil {
		return nil, fmt.Errorf("demo: KYC: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // all of it was read
	back, err := response.Location()
	if err != nil {
		return nil, fmt.Errorf("demo: KYC at %s: status %d: %w", at, response.StatusCode, err)
	}
	return back.Query(), nil
}
