// Command rento is the whole system: the API, the web app, the jobs, the demo city and the provider
// sandbox.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"rento/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := app.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "rento:", err)
		os.Exit(app.ExitCode(err))
	}
}
