package main

import (
	"context"
	"net"

	"rento/internal/ident"
)

// startServe starts the program on a database as in production, with settings that no provider
// knows, behind one proxy. The measuring client states the address of each of its customers.
func startServe(ctx context.Context, program string, d database) (*process, error) {
	addr, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	env := []string{
		"RENTO_ADDR=" + host + ":" + port, "PORT=", "RENTO_DATABASE=" + d.url, "RENTO_LOG_LEVEL=error",
		"RENTO_PUBLIC_URL=https://bench.example", "RENTO_TRUSTED_PROXIES=1", "MSG91_FLOW_ID=bench",
		"RENTO_LEGAL_NAME=Bench Rentals", "RENTO_SUPPORT_PHONE=+91 80 4000 1234", "RENTO_SUPPORT_EMAIL=care@bench.example", "RENTO_FAQ_URL=https://help.bench.example",
		"RAZORPAY_KEY_ID=rzp_bench_00000001", "RAZORPAYX_KEY_ID=rzp_bench_00000002", "RAZORPAYX_ACCOUNT=7878780000000001",
	}
	for _, secret := range []string{
		"RENTO_SECRET_KEY", "RENTO_DATA_KEY", "RENTO_OPERATIONS_TOKEN", "RENTO_METRICS_TOKEN", "MSG91_AUTH_KEY",
		"RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET", "RAZORPAYX_KEY_SECRET", "RAZORPAYX_WEBHOOK_SECRET",
	} {
		env = append(env, secret+"="+ident.Reference(52))
	}
	return start(ctx, addr, env, program, "serve")
}
