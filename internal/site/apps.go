package site

import (
	"encoding/json"
	"net/http"
)

// The paths under which phones look for the apps of an address.
const (
	AssetLinksPath       = "/.well-known/assetlinks.json"
	AppleAssociationPath = "/.well-known/apple-app-site-association"
)

// dashboard are the addresses that open in the apps.
const dashboard = "/dashboard/*"

// assetLink is a statement of Digital Asset Links: the app shows our pages
// without the browser's bar.
type assetLink struct {
	Relation []string `json:"relation"`
	Target   struct {
		Namespace    string   `json:"namespace"`
		PackageName  string   `json:"package_name"`
		Fingerprints []string `json:"sha256_cert_fingerprints"`
	} `json:"target"`
}

// AssetLinks serves what Android asks for before it shows the dashboard as the
// company's app.
func (s *Site) AssetLinks(w http.ResponseWriter, r *http.Request) {
	if s.apps.Android == "" {
		s.Lost(w, r)
		return
	}
	link := assetLink{Relation: []string{"delegate_permission/common.handle_all_urls"}}
	link.Target.Namespace = "android_app"
	link.Target.PackageName, link.Target.Fingerprints = s.apps.Android, s.apps.AndroidFingerprints
	statement(w, []assetLink{link})
}

type (
	appleAssociation struct {
		AppLinks appleLinks `json:"applinks"`
	}
	appleLinks struct {
		Details []appleDetail `json:"details"`
	}
	appleDetail struct {
		AppIDs     []string            `json:"appIDs"`
		Components []map[string]string `json:"components"`
	}
)

// AppleAssociation serves what iOS asks for before it opens links to the
// dashboard in the company's app.
func (s *Site) AppleAssociation(w http.ResponseWriter, r *http.Request) {
	if s.apps.IOS == "" {
		s.Lost(w, r)
		return
	}
	detail := appleDetail{AppIDs: []string{s.apps.IOS}, Components: []map[string]string{{"/": dashboard}}}
	statement(w, appleAssociation{AppLinks: appleLinks{Details: []appleDetail{detail}}})
}

func statement(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_ = json.NewEncoder(w).Encode(body) // the client has gone when this fails
}
