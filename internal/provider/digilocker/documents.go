package digilocker

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// aadhaar fetches what UIDAI has signed about the customer.
func (l *Locker) aadhaar(ctx context.Context, token string) (provider.EAadhaar, error) {
	const call = "locker.aadhaar"
	raw, err := l.get(ctx, call, token, "/oauth2/3/xml/eaadhaar", nil, false)
	if err != nil {
		return provider.EAadhaar{}, err
	}
	root, err := l.signed(raw)
	if err != nil {
		return provider.EAadhaar{}, failed(call, provider.Unknown, err)
	}
	a, err := l.readAadhaar(root)
	if err != nil {
		return provider.EAadhaar{}, failed(call, provider.Unknown, err)
	}
	return a, nil
}

// parse reads a document strictly. One with a DTD is refused, whatever stands in it.
func parse(raw []byte) (*etree.Element, error) {
	document := etree.NewDocument()
	document.ReadSettings = etree.ReadSettings{ValidateInput: true, PreserveDuplicateAttrs: true}
	if err := document.ReadFromBytes(raw); err != nil || document.Root() == nil {
		return nil, httpcall.ErrUnreadable
	}
	for _, child := range document.Child {
		if _, is := child.(*etree.Directive); is || bytes.Contains(raw, []byte("<!DOCTYPE")) {
			return nil, httpcall.ErrUnreadable
		}
	}
	return document.Root(), nil
}

// signed returns the part of a document that its issuer has signed; only that is read.
func (l *Locker) signed(raw []byte) (*etree.Element, error) {
	root, err := parse(raw)
	if err != nil {
		return nil, err
	}
	check := dsig.NewDefaultValidationContext(&dsig.MemoryX509CertificateStore{Roots: []*x509.Certificate{l.issuer}})
	check.Clock = dsig.NewFakeClockAt(l.clock.Now())
	proved, err := check.Validate(root)
	if err != nil {
		return nil, provider.ErrBadSignature
	}
	return proved, nil
}

func (l *Locker) readAadhaar(root *etree.Element) (provider.EAadhaar, error) {
	var none provider.EAadhaar
	result := root.FindElement("./CertificateData/KycRes")
	if root.Tag != "Certificate" || result == nil {
		return none, errors.New("no Aadhaar")
	}
	if result.SelectAttrValue("ret", "") != "Y" {
		return none, errors.New("the register has refused")
	}
	until, err := time.Parse(time.RFC3339, result.SelectAttrValue("ttl", ""))
	if err != nil || until.Before(l.clock.Now()) {
		return none, errors.New("the Aadhaar is out of date")
	}
	data, who, where := result.FindElement("./UidData"), result.FindElement("./UidData/Poi"), result.FindElement("./UidData/Poa")
	if data == nil || who == nil || where == nil {
		return none, errors.New("an Aadhaar without person or address")
	}
	uid := data.SelectAttrValue("uid", "")
	born := date(who.SelectAttrValue("dob", ""))
	name := strings.TrimSpace(who.SelectAttrValue("name", ""))
	if len(uid) < 4 || born.IsZero() || name == "" {
		return none, errors.New("an Aadhaar without name, date of birth or number")
	}
	var photo []byte
	if picture := result.FindElement("./UidData/Pht"); picture != nil {
		if photo, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(picture.Text()), "")); err != nil {
			return none, errors.New("the photo cannot be read")
		}
	}
	var lines []string
	for _, field := range []string{"co", "house", "street", "lm", "loc", "vtc", "subdist", "dist", "state"} {
		if line := strings.TrimSpace(where.SelectAttrValue(field, "")); line != "" {
			lines = append(lines, line)
		}
	}
	return provider.EAadhaar{
		Name: name, BirthDate: born, Gender: strings.ToUpper(who.SelectAttrValue("gender", "")), LastFour: uid[len(uid)-4:],
		Address: strings.Join(lines, ", "), Pincode: where.SelectAttrValue("pc", ""), Photo: photo,
	}, nil
}

type issuedAnswer struct {
	Items []struct {
		Type string `json:"doctype"`
		URI  string `json:"uri"`
	} `json:"items"`
}

// pan reads the PAN among what is issued to the customer, nil without one.
func (l *Locker) pan(ctx context.Context, token string) (*provider.LockerPAN, error) {
	const call = "locker.pan"
	raw, err := l.get(ctx, "locker.issued", token, "/oauth2/2/files/issued", nil, false)
	if err != nil {
		return nil, err
	}
	var issued issuedAnswer
	if err := httpcall.Decode(raw, &issued); err != nil {
		return nil, failed("locker.issued", provider.Unknown, err)
	}
	for _, item := range issued.Items {
		if item.Type != "PANCR" {
			continue
		}
		raw, err := l.get(ctx, call, token, "/oauth2/3/xml/files", url.Values{"uri": {item.URI}}, true)
		if err != nil {
			return nil, err
		}
		root, err := parse(raw)
		if err != nil {
			return nil, failed(call, provider.Unknown, err)
		}
		person := root.FindElement("./IssuedTo/Person")
		number := root.SelectAttrValue("number", "")
		if root.Tag != "Certificate" || person == nil || number == "" {
			return nil, failed(call, provider.Unknown, errors.New("a certificate without number or person"))
		}
		return &provider.LockerPAN{
			Number: strings.ToUpper(number), Name: strings.TrimSpace(person.SelectAttrValue("name", "")), BirthDate: date(person.SelectAttrValue("dob", "")),
		}, nil
	}
	return nil, nil //nolint:nilnil // a locker without a PAN is as good
}

func date(value string) calendar.Date {
	t, err := time.ParseInLocation("02-01-2006", value, calendar.India)
	if err != nil {
		return calendar.Date{}
	}
	return calendar.In(t)
}
