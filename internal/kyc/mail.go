package kyc

import (
	"slices"
	"strings"

	"rento/internal/fault"
	"rento/internal/netname"
)

// BlockedMailDomains are the domains whose addresses anybody can get, so they prove no employer.
func BlockedMailDomains() []string {
	return []string{
		"10minutemail.com", "126.com", "163.com", "1secmail.com", "aol.com", "duck.com", "fastmail.com", "getnada.com", "gmail.com",
		"gmx.com", "gmx.de", "gmx.net", "googlemail.com", "guerrillamail.com", "hey.com", "hotmail.co.in", "hotmail.com", "icloud.com",
		"live.com", "live.in", "mac.com", "mail.com", "mail.ru", "maildrop.cc", "mailinator.com", "me.com", "mozmail.com", "msn.com",
		"outlook.com", "outlook.in", "pm.me", "proton.me", "protonmail.com", "qq.com", "rediff.com", "rediffmail.com", "rocketmail.com",
		"sharklasers.com", "temp-mail.org", "tempmail.com", "trashmail.com", "tuta.com", "tutanota.com", "yahoo.co.in", "yahoo.com",
		"yahoo.in", "yandex.com", "yandex.ru", "ymail.com", "yopmail.com", "zoho.com", "zoho.in", "zohomail.com", "zohomail.in",
	}
}

// companyMail returns an address in lower case, or a 422 for an invalid address and for one that
// proves no employer.
func companyMail(text string) (string, error) {
	address, ok := netname.Mail(text)
	if !ok {
		return "", fault.Invalid("referral.email_invalid", "companyEmail", "Please enter a valid e-mail address.")
	}
	if mailBlocked(netname.Host(address)) {
		return "", fault.Invalid("kyc.email_not_company", "companyEmail", "Please use the e-mail address that your employer gave you.")
	}
	return address, nil
}

// mailBlocked says whether a domain is a blocked domain or a subdomain of one.
func mailBlocked(domain string) bool {
	return slices.ContainsFunc(BlockedMailDomains(), func(blocked string) bool {
		return domain == blocked || strings.HasSuffix(domain, "."+blocked)
	})
}
