package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rento/internal/errorreport"
)

type errorsCommand struct {
	ID      int64 `arg:"" optional:"" help:"Of a kind of error, to see its newest one."`
	Resolve bool  `help:"Say that errors of this kind are mended."`
}

// Run prints the most recently seen kinds of errors, or one kind with its newest error.
func (c errorsCommand) Run(env *environment) error {
	if c.Resolve && c.ID == 0 {
		return errors.New("--resolve needs the id of a kind of error")
	}
	return env.withServices("errors", func(ctx context.Context, x *Services) error {
		switch {
		case c.Resolve:
			return x.ErrorReports.Resolve(ctx, c.ID)
		case c.ID != 0:
			return c.details(ctx, env, x)
		}
		groups, err := x.ErrorReports.Groups(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, "id               last seen in India  state    source   count  error")
		for _, g := range groups {
			fmt.Fprintf(env.stdout, "%-16d %-19s %-8s %-6s %7d  %s: %s\n", g.ID, seen(g), g.State, g.Source, g.Count, g.Type, g.Message())
		}
		return nil
	})
}

// seen is when this kind of error was last seen, in Indian time.
func seen(g errorreport.Group) string { return g.LastSeenAt.Time().Format("2006-01-02 15:04") }

func (c errorsCommand) details(ctx context.Context, env *environment, x *Services) error {
	g, err := x.ErrorReports.Group(ctx, c.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "%s, %s, seen %d times, last %s\nfirst %s, release %s, %s\n", g.Source, g.State, g.Count, seen(g),
		g.FirstSeenAt.Time().Format("2006-01-02 15:04"), g.Release, g.Culprit)
	for _, tag := range errorreport.TagNames() {
		if value := g.Sample.Tags[tag]; value != "" {
			fmt.Fprintf(env.stdout, "%s: %s\n", tag, value)
		}
	}
	for _, x := range g.Sample.Exception.Values {
		lines := []string{x.Type + ": " + x.Value}
		for i := len(x.Stacktrace.Frames) - 1; i >= 0; i-- {
			lines = append(lines, "  at "+x.Stacktrace.Frames[i].String())
		}
		fmt.Fprintf(env.stdout, "\n%s\n", strings.Join(lines, "\n"))
	}
	return nil
}
