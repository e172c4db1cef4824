// Command markdown writes docs/schema.md, which describes the tables that the migrations make. Run
// it in the root of the project (make gen).
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rento/internal/store/reference"
	"rento/internal/store/schema"
)

func main() {
	if err := write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "markdown:", err)
		os.Exit(1)
	}
}

const introduction = `# Schema

Every table with its columns, keys and rules, written from ` + "`internal/store/migrations`" + ` by ` + "`make gen`" + `; what holds for all of them is in [storage](storage.md). Instants are microseconds UTC, days ` + "`YYYY-MM-DD`" + ` or ` + "`''`" + ` for none, money is paise. A column takes no NULL if it does not say so.
`

func write(out io.Writer) error {
	tables, err := schema.Read(os.DirFS("internal/store/migrations"))
	if err != nil {
		return err
	}
	var page strings.Builder
	page.WriteString(introduction)
	for _, t := range tables {
		if t.About == "" {
			err = errors.Join(err, fmt.Errorf("table %s has no comment that says what it is", t.Name))
		}
		table(&page, t)
	}
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, page.String()); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func table(page *strings.Builder, t schema.Table) {
	fmt.Fprintf(page, "\n## %s\n\n%s\n\n| column | type | default | rule | |\n| --- | --- | --- | --- | --- |\n", t.Name, t.About)
	for _, c := range t.Columns {
		kind := strings.ToLower(c.Kind)
		if c.Null {
			kind += ", or NULL"
		}
		fmt.Fprintf(page, "| `%s` | %s | %s | %s | %s |\n", c.Name, kind, code(c.Default), code(c.Check), inCell.Replace(c.About))
	}
	fmt.Fprintf(page, "\n- Primary key: %s\n", code(strings.Join(t.Primary, ", ")))
	for _, f := range t.Foreign {
		fmt.Fprintf(page, "- Refers: `%s` to [`%s (%s)`](#%s)\n", strings.Join(f.Columns, ", "), f.Table, strings.Join(f.Refers, ", "), f.Table)
	}
	for _, u := range reference.All() {
		if u.Table == t.Name && u.Refers != "" {
			fmt.Fprintf(page, "- Names, without a foreign key: `%s` a row of [`%s`](#%s). %s.\n", u.Column, u.Refers, u.Refers, u.Why)
		}
	}
	for _, c := range t.Checks {
		fmt.Fprintf(page, "- Check `%s`: `%s`\n", c.Name, c.Text)
	}
	for _, i := range t.Indexes {
		index(page, i)
	}
}

func index(page *strings.Builder, i schema.Index) {
	kind := "Index"
	if i.Unique {
		kind = "Unique"
	}
	fmt.Fprintf(page, "- %s `%s`: `%s`", kind, i.Name, strings.Join(i.Columns, ", "))
	if i.Where != "" {
		fmt.Fprintf(page, " where `%s`", i.Where)
	}
	if i.About != "" {
		page.WriteString(". " + i.About)
	}
	page.WriteString("\n")
}

// inCell escapes a comment so that it stays in its table cell and shows no markup.
var inCell = strings.NewReplacer("|", `\|`, "<", `\<`)

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(text, "|", `\|`) + "`"
}
