package testkit

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// ErrNoPostgres says that no PostgreSQL server is installed.
var ErrNoPostgres = errors.New("no PostgreSQL server is installed")

// StartPostgres starts a durable server in a folder that an unprivileged user
// can reach, for measurements that must wait for the disk. It returns its
// address up to the name of a database, and what stops it.
func StartPostgres(folder string) (url string, stop func() error, err error) {
	port, err := bootPostgres(folder, "-c max_wal_size=4GB")
	if err != nil {
		return "", nil, err
	}
	return serverURL(port), func() error { return stopPostgres(folder) }, nil
}

// CreatePostgres makes an empty database as Rento needs it, under a server's
// address.
func CreatePostgres(server, name string) error {
	bin, err := postgresBin()
	if err != nil {
		return err
	}
	statement := "CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
	out, err := exec.Command(filepath.Join(bin, "psql"), "-q", "-c", statement, server+"postgres").CombinedOutput()
	if err != nil {
		return fmt.Errorf("psql: %w: %s", err, out)
	}
	return nil
}

// bootPostgres starts a server with its data in a folder and returns its port.
func bootPostgres(folder, settings string) (port string, err error) {
	data := filepath.Join(folder, "data")
	if err := os.RemoveAll(data); err != nil {
		return "", fmt.Errorf("clear %s: %w", data, err)
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", fmt.Errorf("make %s: %w", data, err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a port: %w", err)
	}
	port = strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	if err := listener.Close(); err != nil {
		return "", fmt.Errorf("find a port: %w", err)
	}
	if err := runPostgres(data, "initdb", "-D", data, "-U", "rento", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"); err != nil {
		return "", err
	}
	options := "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories='' " +
		"-c max_connections=300 -c shared_buffers=128MB " + settings
	return port, runPostgres(data, "pg_ctl", "-D", data, "-w", "-t", "60", "-l", filepath.Join(data, "server.log"), "-o", options, "start")
}

// RestartPostgres stops a server of StartPostgres as a loss of power does, with
// every transaction that is under way, and starts it again at the same address.
func RestartPostgres(folder string) error {
	data := filepath.Join(folder, "data")
	return runPostgres(data, "pg_ctl", "-D", data, "-w", "-t", "60", "-m", "immediate", "-l", filepath.Join(data, "server.log"), "restart")
}

func stopPostgres(folder string) error {
	data := filepath.Join(folder, "data")
	return runPostgres(data, "pg_ctl", "-D", data, "-w", "-m", "fast", "stop")
}

// runPostgres runs one of the server's own programs as its user.
func runPostgres(data, name string, args ...string) error {
	bin, err := postgresBin()
	if err != nil {
		return err
	}
	credential, err := serverUser(data)
	if err != nil {
		return err
	}
	command := exec.Command(filepath.Join(bin, name), args...)
	command.Dir = "/"
	command.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: credential, Setsid: true}
	out, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// serverUser returns an unprivileged user for the server when the tests run
// as root, and hands it the data folder.
func serverUser(data string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // no other user is needed
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("find the user of the server: %w", err)
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	if err := os.Chown(data, uid, gid); err != nil {
		return nil, fmt.Errorf("hand over %s: %w", data, err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

func postgresBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", ErrNoPostgres
}
