package site_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/site"
)

func withApps(t *testing.T, apps config.Apps) *http.ServeMux {
	t.Helper()
	s, err := site.New(site.Options{
		Product: product, Apps: apps, Clock: calendar.System{},
		Offer: func(context.Context) (site.Offer, error) { return offer, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+site.AssetLinksPath, s.AssetLinks)
	mux.HandleFunc("GET "+site.AppleAssociationPath, s.AppleAssociation)
	return mux
}

// PROD-12: phones learn from the address which apps are the company's, in one
// answer without a redirect.
func TestTheAppsOfTheAddress(t *testing.T) {
	upload, store := strings.Repeat("14:", 31)+"6D", strings.Repeat("9F:", 31)+"02"
	mux := withApps(t, config.Apps{
		Android: "in.town.rentals", AndroidFingerprints: []string{upload, store}, IOS: "A1B2C3D4E5.in.town.rentals",
	})
	for path, want := range map[string]string{
		site.AssetLinksPath: `[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",` +
			`"package_name":"in.town.rentals","sha256_cert_fingerprints":["` + upload + `","` + store + `"]}}]`,
		site.AppleAssociationPath: `{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.in.town.rentals"],"components":[{"/":"/dashboard/*"}]}]}}`,
	} {
		w := get(t, mux, path)
		if got := strings.TrimSpace(w.Body.String()); w.Code != http.StatusOK || got != want {
			t.Errorf("%s: status %d, %s, want 200 and %s", path, w.Code, got, want)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s: Content-Type %q, want %q", path, got, "application/json")
		}
	}
}

func TestWithoutAppsThereIsNothingToLearn(t *testing.T) {
	mux := withApps(t, config.Apps{})
	for _, path := range []string{site.AssetLinksPath, site.AppleAssociationPath} {
		if w := get(t, mux, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, w.Code)
		}
	}
}
