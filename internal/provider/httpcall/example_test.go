package httpcall_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// A call either gives the answer, or an error whose outcome says whether it may have
// had its effect.
func ExampleClient_JSON() {
	acme := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/orders":
			fmt.Fprint(w, `{"id": "o-7"}`)
		case "/v1/refunds":
			w.WriteHeader(http.StatusBadGateway)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer acme.Close()
	client, err := httpcall.New(httpcall.Options{Provider: "acme", BaseURL: acme.URL + "/v1", Clock: calendar.System{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var order struct{ ID string }
	err = client.JSON(context.Background(), httpcall.Request{Call: "orders.create", Method: http.MethodPost, Path: "/orders"}, nil, &order)
	fmt.Println(order.ID, err)
	for _, path := range []string{"/refunds", "/nothing"} {
		err := client.JSON(context.Background(), httpcall.Request{Call: "example", Method: http.MethodPost, Path: path}, nil, &order)
		if failed, ok := errors.AsType[*provider.Error](err); ok {
			fmt.Println(failed.Status, failed.Outcome)
		}
	}
	// Output:
	// o-7 <nil>
	// 502 unknown
	// 404 not_attempted
}
