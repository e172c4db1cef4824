package config

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// isPostgres says whether the database is a PostgreSQL address, whose scheme Normalize has put in
// lower case. Everything else that Check accepts is a file path.
func isPostgres(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

func (c *Config) postgres() bool { return isPostgres(c.Database) }

// DatabaseFile is the path of the SQLite database, "" for PostgreSQL.
func (c *Config) DatabaseFile() string {
	if c.postgres() {
		return ""
	}
	return strings.TrimPrefix(c.Database, "sqlite:")
}

// keywordForm matches the other form of a PostgreSQL address, such as "host=db user=rento".
var keywordForm = regexp.MustCompile(`(?i)(^|[\s;'"])(host|hostaddr|port|user|password|passfile|dbname|database|service|servicefile|sslmode|sslcert|sslkey|sslpassword|target_session_attrs|connect_timeout|application_name|options)\s*=`)

// postgresWithoutColon matches an address whose colon was forgotten.
var postgresWithoutColon = regexp.MustCompile(`(?i)^postgres(ql)?//`)

// checkDatabase refuses a value that is meant as a server address but would become the name of a
// SQLite file, with the password in it. The error repeats nothing of the value, because the value
// may contain a password.
func checkDatabase(database string) error {
	first, _, _ := strings.Cut(database, "/")
	path := strings.TrimPrefix(database, "sqlite:")
	switch {
	case isPostgres(database):
		if _, err := url.Parse(database); err != nil {
			return errors.New("RENTO_DATABASE: the address of PostgreSQL cannot be read; write it as postgres://user:password@host/database, with other characters than letters and digits in the password as %XX")
		}
		return nil
	case path == "" && database != "":
		return errors.New("RENTO_DATABASE: names no file behind its colon")
	case keywordForm.MatchString(path):
		return errors.New("RENTO_DATABASE: is in the form of keywords (host=…); write it as postgres://user:password@host/database")
	case strings.Contains(path, "://"), strings.HasPrefix(path, "//"), postgresWithoutColon.MatchString(path),
		path == database && strings.Contains(first, ":"):
		return errors.New("RENTO_DATABASE: is neither postgres://user:password@host/database nor the path of a SQLite file (a path whose first part has a colon is written ./a:b)")
	case strings.ContainsFunc(path, isControl), path != strings.TrimSpace(path):
		return errors.New("RENTO_DATABASE: begins or ends with a blank, or holds a control character")
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// credentials matches what precedes the host of an address, up to the last @. An unescaped password
// may contain an @, and any other character.
var credentials = regexp.MustCompile(`://.*@`)

// secretParameters matches the query parameters that hold secrets.
var secretParameters = regexp.MustCompile(`(?i)([?&;][^=&;]*(?:password|passwd|secret|token|key|signature|auth)[^=&;]*=)[^&;#]*`)

const mask = "••••"

// maskAddress hides the credentials of an address, before its host and in its query. It returns
// anything else unchanged.
func maskAddress(value string) string {
	if !strings.Contains(value, "://") {
		return value
	}
	return secretParameters.ReplaceAllString(credentials.ReplaceAllString(value, "://"+mask+"@"), "${1}"+mask)
}

// maskDatabase is like maskAddress, but shows the user. It shows nothing of a value that Check
// refuses, because a password could be anywhere in it.
func maskDatabase(value string) string {
	if checkDatabase(value) != nil {
		return mask
	}
	if u, err := url.Parse(value); err == nil && isPostgres(value) && u.User != nil {
		return strings.Replace(maskAddress(value), "://"+mask+"@", "://"+url.User(u.User.Username()).String()+":"+mask+"@", 1)
	}
	return maskAddress(value)
}
