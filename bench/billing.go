package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// flatnessBar is how much an invoice may cost at the largest size, in terms of
// its cost at the smallest.
const flatnessBar = 1.3

// billed is what one billing run showed.
type billed struct {
	Invoices int64         `json:"invoices"`
	Took     time.Duration `json:"took"`
	Memory   int64         `json:"memory"` // the most it held, in bytes
}

func (b billed) each() time.Duration { return b.Took / time.Duration(b.Invoices) }

// measureBilling bills towns of growing size, each in a process of its own so
// that its memory is its own.
func measureBilling(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var rows []row
	var smallest billed
	for i, customers := range s.sizes {
		path := filepath.Join(s.folder, "town-"+strconv.Itoa(customers)+".db")
		if err := settle(ctx, path, customers, progress); err != nil {
			return nil, err
		}
		run, err := billInChild(ctx, path)
		if err != nil {
			return nil, err
		}
		r := row{
			what:  fmt.Sprintf("billing run, %d customers", customers),
			value: fmt.Sprintf("%.0f invoices/s, %s", float64(run.Invoices)/run.Took.Seconds(), megabytes(run.Memory)),
		}
		if i == 0 {
			smallest = run
		} else {
			r.beside = fmt.Sprintf("%s an invoice at %d", micros(smallest.each()), s.sizes[0])
			r = r.atMost(run.each().Seconds()/smallest.each().Seconds(), flatnessBar)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func billInChild(ctx context.Context, path string) (billed, error) {
	self, err := os.Executable()
	if err != nil {
		return billed{}, fmt.Errorf("find this program: %w", err)
	}
	command := exec.CommandContext(ctx, self, "bill", path)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, os.Stderr
	if err := command.Run(); err != nil {
		return billed{}, fmt.Errorf("bill: %w", err)
	}
	var b billed
	if err := json.Unmarshal(out.Bytes(), &b); err != nil {
		return b, fmt.Errorf("read the run's figures: %w", err)
	}
	return b, nil
}

// bill is the child: one billing run, as durable as in production.
func bill(ctx context.Context, path string, out io.Writer) error {
	t, err := openTown(ctx, path, false, runDay)
	if err != nil {
		return err
	}
	defer func() { _ = t.store.Close() }()
	start := time.Now()
	run, err := t.billing.BillMonth(ctx, firstDay, nil)
	if err != nil {
		return fmt.Errorf("bill: %w", err)
	}
	took := time.Since(start)
	memory, err := memoryLine(os.Getpid(), "VmHWM")
	if err != nil {
		return err
	}
	if err := json.NewEncoder(out).Encode(billed{run.Invoices, took, memory}); err != nil {
		return fmt.Errorf("tell the figures: %w", err)
	}
	return nil
}
