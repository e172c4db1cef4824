package demo_test

import (
	"testing"

	"rento/internal/demo"
	"rento/internal/testkit"
)

func TestBuild(t *testing.T) {
	x := found(t, testkit.Open(t))
	x.build(t, demo.Options{})
}
