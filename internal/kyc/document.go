package kyc

import (
	"context"
	"slices"

	"rento/internal/calendar"
	"rento/internal/identifier"
	"rento/internal/provider"
)

// lookAtDocument has the provider read a document, and checks the content.
func (s *Service) lookAtDocument(ctx context.Context, c Case, t tryOf, u Upload, file taken) (looked, error) {
	read, err := s.identity.ReadDocument(ctx, t.reference(), u.Kind, file.scan)
	if err != nil {
		return looked{}, err
	}
	scan := &file.scan
	if u.Kind == provider.Aadhaar {
		scan = read.Masked // the whole number is never stored
	}
	side := read.Side
	if side == "" {
		side = provider.Front
	}
	if u.Step == PANCard {
		side = provider.Front
		f, err := s.checkPAN(ctx, t, read)
		return looked{f, side, scan}, err
	}
	if u.Side != "" && side != provider.Whole && u.Side != side {
		return looked{finding: finding{state: StepRejected, reason: Reason(provider.WrongDocument)}}, nil
	}
	return looked{s.checkSide(c, u, read, side), side, scan}, nil
}

// doubtful are the image flags that make a person look at it.
var doubtful = []string{"black_and_white", "photo_of_screen"}

func isDoubtful(flags []string) bool {
	return slices.ContainsFunc(flags, func(f string) bool { return slices.Contains(doubtful, f) })
}

// checkPAN checks the content of a PAN card against the register.
func (s *Service) checkPAN(ctx context.Context, t tryOf, read provider.Reading) (finding, error) {
	refused := func(reason Reason) (finding, error) { return finding{state: StepRejected, reason: reason}, nil }
	pan, err := identifier.ParsePAN(read.Number)
	switch {
	case err != nil:
		return refused(ReasonNumberInvalid)
	case pan.Holder() != identifier.Person:
		return refused(ReasonNotAPerson)
	case read.BirthDate.IsZero():
		return refused(ReasonBirthDateAbsent)
	case underAge(read.BirthDate, s.today()):
		return refused(ReasonUnderAge)
	}
	record, err := s.identity.CheckPAN(ctx, t.reference(), provider.PANQuery{Number: string(pan), Name: read.Name, BirthDate: read.BirthDate})
	if err != nil {
		return finding{}, err
	}
	f := finding{state: StepVerified, number: string(pan), set: func(d *Details) {
		d.Number, d.Name, d.BirthDate = string(pan), read.Name, read.BirthDate
	}}
	switch {
	case !record.Active:
		f.state, f.reason = StepRejected, ReasonPANInactive
	case record.Duplicate:
		f.state, f.reason = StepRejected, ReasonPANDuplicate
	case !record.NameMatch || !record.BirthDateMatch:
		f.state, f.reason = StepNeedsReview, ReasonNameDiffers
	case isDoubtful(read.Flags):
		f.state, f.reason = StepNeedsReview, ReasonDoubtful
	}
	return f, nil
}

// adult is the minimum age for renting.
const adult = 18

func underAge(born, today calendar.Date) bool { return born.AddMonths(12 * adult).After(today) }

// needsBack says whether both sides of a document are needed. Only a driving licence can do without
// the back.
func needsBack(kind provider.DocumentKind) bool { return kind != provider.DrivingLicence }

// checkSide checks one side of a government document, using what the other side already showed.
func (s *Service) checkSide(c Case, u Upload, read provider.Reading, side provider.Side) finding {
	own := u.Step == GovtDocument
	switch {
	case !read.Expires.IsZero() && read.Expires.Before(s.today()):
		return finding{state: StepRejected, reason: ReasonExpired}
	case own && !read.BirthDate.IsZero() && underAge(read.BirthDate, s.today()),
		own && read.BirthYear > 0 && s.today().Year()-read.BirthYear < adult:
		return finding{state: StepRejected, reason: ReasonUnderAge}
	}
	before := c.Steps[u.Step].Details
	sides := append(slices.Clone(before.Sides), side)
	slices.Sort(sides)
	sides = slices.Compact(sides)
	f := finding{state: StepUploaded, set: func(d *Details) {
		d.Sides = sides
		if read.Name != "" {
			d.Name = read.Name
		}
		if read.Number != "" {
			d.Number = lastFour(read.Number)
		}
		if !read.BirthDate.IsZero() {
			d.BirthDate = read.BirthDate
		}
	}}
	whole := slices.Contains(sides, provider.Whole)
	if !whole && (!slices.Contains(sides, provider.Front) || needsBack(u.Kind) && !slices.Contains(sides, provider.Back)) {
		return f
	}
	switch {
	case read.Name == "" && before.Name == "":
		f.state, f.reason = StepRejected, Reason(provider.Blurred)
	case isDoubtful(read.Flags):
		f.state, f.reason = StepNeedsReview, ReasonDoubtful
	default:
		f.state = StepVerified
	}
	return f
}

func lastFour(number string) string {
	letters := []rune(number)
	return string(letters[max(0, len(letters)-4):])
}

// numberHash is a keyed hash of a PAN, by which the PAN can be found without being readable.
func (s *Service) numberHash(number string) string { return s.keyed("pan", number) }
