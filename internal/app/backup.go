package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"rento/internal/ledger"
	"rento/internal/store"
)

type backupCommand struct {
	File string `arg:"" help:"New file for the copy; its SHA-256 and its numbers of rows are written beside it."`
}

// Run copies the SQLite database. It may run while a node serves.
func (b backupCommand) Run(env *environment) error {
	err := store.Backup(env.ctx, env.config.Database, b.File)
	if errors.Is(err, store.ErrNotSQLite) {
		return fmt.Errorf(`backup: RENTO_DATABASE is PostgreSQL: copy it with pg_dump --format=custom --file=%s "$RENTO_DATABASE" (docs/operations.md)`, b.File)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "copied to %s, checksum in %s; prove it with: rento restore --check %s\n", b.File, store.ChecksumFile(b.File), b.File)
	return nil
}

type restoreCommand struct {
	Check bool   `help:"Prove the copy and put it nowhere."`
	File  string `arg:"" help:"Copy that rento backup made."`
}

// Run checks a copy and, unless --check is set, restores it to the configured database, which must
// be empty.
func (r restoreCommand) Run(env *environment) error {
	if err := checkCopy(env.ctx, env.stdout, r.File); err != nil {
		return fmt.Errorf("restore: %s is refused: %w", r.File, err)
	}
	if r.Check {
		return nil
	}
	err := store.Restore(env.ctx, r.File, env.config.Database)
	if errors.Is(err, store.ErrNotSQLite) {
		return errors.New("restore: RENTO_DATABASE is PostgreSQL: use pg_restore (docs/operations.md)")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "restored to %s\n", env.config.Database)
	return nil
}

// checkCopy checks that a copy is complete and consistent, and prints its contents.
func checkCopy(ctx context.Context, out io.Writer, file string) (err error) {
	c, err := store.OpenCopy(ctx, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	sum, err := c.Checksum()
	if err != nil {
		return err
	}
	if err := c.Integrity(ctx); err != nil {
		return err
	}
	version, err := c.Schema(ctx)
	if err != nil {
		return err
	}
	if sum == "" {
		sum = "none beside the copy"
	}
	fmt.Fprintf(out, "checksum: %s\nintegrity: every page, index and reference is whole\nschema: version %d\n", sum, version)
	if err := checkBooks(ctx, out, c.Queries()); err != nil {
		return err
	}
	counts, noted, err := c.CheckCounts(ctx)
	if err != nil {
		return err
	}
	if noted {
		fmt.Fprintln(out, "rows: every table has those that it had when the copy was made")
	} else {
		fmt.Fprintf(out, "rows: what they were is not noted beside the copy (%s)\n", store.CountsFile(file))
	}
	return printCounts(ctx, out, c, counts)
}

// printCounts prints the total of each account and the number of rows of each table.
func printCounts(ctx context.Context, out io.Writer, c *store.Copy, counts []store.TableCount) error {
	totals, err := ledger.Totals(ctx, c.Queries())
	if err != nil {
		return err
	}
	for _, t := range totals {
		fmt.Fprintf(out, "%-32s %d postings, %s\n", t.Account, t.Postings, t.Sum)
	}
	for _, count := range counts {
		fmt.Fprintf(out, "%-32s %d\n", count.Table, count.Rows)
	}
	return nil
}
