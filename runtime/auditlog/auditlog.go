// Package auditlog keeps the audit of calls in a file, one record a line in JSON.
//
// It must not know tools, callers or how calls run: it writes the records that
// it is given.
package auditlog

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/oatools/oatools/runtime/middleware"
)

// Log appends records to a file. It is safe for concurrent use, and several
// processes may append to one file: a record is one write.
type Log struct {
	mu   sync.Mutex
	file *os.File
}

// Open opens the file at path for appending, and makes it, for its owner alone,
// where there is none. The error names the path.
func Open(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &Log{file: f}, nil
}

// Record appends r. An intent is on the disk when Record returns, since the
// write that it announces is sent next; other records are the system's to flush.
func (l *Log) Record(_ context.Context, r *middleware.Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if r.Event != middleware.EventIntent {
		return nil
	}
	if err := l.file.Sync(); err != nil && !unsyncable(l.file) {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}

// unsyncable reports whether f is a pipe or a device, which have no disk.
func unsyncable(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && !info.Mode().IsRegular()
}

// Close closes the file. Record fails afterwards.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}
