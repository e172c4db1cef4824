package crash

import "os"

// whole reports whether make chaos runs: all of what a change takes a share of.
func whole() bool { return os.Getenv("RENTO_TEST_CHAOS") != "" }
