package app

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	exporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdk "go.opentelemetry.io/otel/sdk/metric"
)

// Metrics holds the measurements for /metrics.
type Metrics struct {
	registry *prometheus.Registry
	requests metric.Float64Histogram
	meter    metric.Meter
}

// NewMetrics starts an empty registry.
func NewMetrics() (*Metrics, error) {
	registry := prometheus.NewRegistry()
	reader, err := exporter.New(exporter.WithRegisterer(registry), exporter.WithoutScopeInfo())
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	meter := sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("rento")
	requests, err := meter.Float64Histogram("rento_http_seconds",
		metric.WithDescription("time to answer, by route pattern"), metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return &Metrics{registry: registry, requests: requests, meter: meter}, nil
}

// Observe counts a finished request.
func (m *Metrics) Observe(ctx context.Context, method, route string, status int, took time.Duration) {
	m.requests.Record(ctx, took.Seconds(), metric.WithAttributeSet(attribute.NewSet(
		attribute.String("method", knownMethod(method)), attribute.String("route", route), attribute.Int("status", status),
	)))
}

// knownMethod is the method of a request, or "other" for methods that no route answers. A caller
// may send any method, and the number of series must stay bounded.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// Gauge publishes a number that is read at each scrape.
func (m *Metrics) Gauge(name, description string, read func(context.Context) (int64, error)) error {
	_, err := m.meter.Int64ObservableGauge(name, metric.WithDescription(description),
		metric.WithInt64Callback(func(ctx context.Context, o metric.Int64Observer) error {
			value, err := read(ctx)
			if err != nil {
				return err
			}
			o.Observe(value)
			return nil
		}))
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	return nil
}

// Handler serves the measurements to callers with the token. If the token is empty, it serves only
// callers on the same machine.
func (m *Metrics) Handler(token string) http.Handler {
	pages := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !mayRead(r, token) {
			http.Error(w, "not for you", http.StatusForbidden)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

func mayRead(r *http.Request, token string) bool {
	if token != "" {
		return subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+token)) == 1
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback() && r.Header.Get("X-Forwarded-For") == ""
}
