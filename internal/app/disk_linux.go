package app

import "syscall"

// spaceAt asks the file system of a path. One that has no size (a network's, a kernel's) does not
// tell.
func spaceAt(path string) space {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(path, &fs); err != nil {
		return space{}
	}
	unit := uint64(fs.Bsize)
	return space{fs.Bavail * unit, fs.Blocks * unit, fs.Blocks > 0}
}
