// Command catalogue writes every fault that the sources can return, as its code and its English
// template, in JSON (api/faults.json):
//
//	go run ./internal/fault/catalogue . > api/faults.json
//
// It fails if a fault breaks a rule of docs/extending.md.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: catalogue FOLDER")
	}
	c, err := read(args[0])
	if err != nil {
		return err
	}
	to := json.NewEncoder(out)
	to.SetEscapeHTML(false)
	to.SetIndent("", "  ")
	return to.Encode(c)
}
