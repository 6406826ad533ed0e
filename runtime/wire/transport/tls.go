package transport

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

// TLS says whom a pool trusts and how it shows itself. The zero TLS trusts the
// system's authorities and shows nothing.
type TLS struct {
	CAFile   string   // authorities in PEM form, besides the system's
	CertFile string   // client certificate in PEM form; read again when it changes
	KeyFile  string   // its key
	Pins     []string // base64 SHA-256 of public keys; if any, the chain must hold one
	// MinVersion is the lowest version that is spoken, in the numbers of
	// crypto/tls; 0, or anything lower, means TLS 1.2.
	MinVersion uint16
	// ServerName is the name that the certificate has to have; empty: the host's.
	ServerName string
}

// Client reports whether a client certificate is shown.
func (t TLS) Client() bool { return t.CertFile != "" }

func (t TLS) config() (*tls.Config, error) {
	config := &tls.Config{MinVersion: max(t.MinVersion, tls.VersionTLS12), ServerName: t.ServerName}
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("certificate authorities: %w", err)
		}
		roots, err := x509.SystemCertPool()
		if err != nil {
			roots = x509.NewCertPool()
		}
		if !roots.AppendCertsFromPEM(pem) {
			return nil, errors.New("certificate authorities: the file holds no certificate")
		}
		config.RootCAs = roots
	}
	if t.CertFile != "" {
		source := &certSource{certFile: t.CertFile, keyFile: t.KeyFile}
		if _, err := source.get(nil); err != nil {
			return nil, fmt.Errorf("client certificate: %w", err)
		}
		config.GetClientCertificate = source.get
	}
	if len(t.Pins) > 0 {
		config.VerifyConnection = func(s tls.ConnectionState) error { return pinned(s.VerifiedChains, t.Pins) }
	}
	return config, nil
}

// pinned looks for a pinned public key in the chains that were verified.
func pinned(chains [][]*x509.Certificate, pins []string) error {
	for _, chain := range chains {
		for _, cert := range chain {
			sum := sha256.Sum256(cert.RawSubjectPublicKeyInfo)
			if slices.Contains(pins, base64.StdEncoding.EncodeToString(sum[:])) {
				return nil
			}
		}
	}
	return errors.New("no certificate of the server is pinned")
}

// certSource reads a client certificate, again when its file has changed.
type certSource struct {
	certFile, keyFile string

	mu       sync.Mutex
	modified time.Time
	cert     *tls.Certificate
}

func (c *certSource) get(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
	info, err := os.Stat(c.certFile)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cert != nil && c.modified.Equal(info.ModTime()) {
		return c.cert, nil
	}
	cert, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		if c.cert != nil { // a rotation that is half done: keep the old one
			return c.cert, nil
		}
		return nil, err
	}
	c.cert, c.modified = &cert, info.ModTime()
	return c.cert, nil
}
