package transport

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
)

// certificate writes a self-signed client certificate and its key.
func certificate(t *testing.T, dir, name string) (certFile, keyFile string, cert *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, _ := x509.MarshalPKCS8PrivateKey(key)
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	os.WriteFile(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600)
	cert, _ = x509.ParseCertificate(der)
	return certFile, keyFile, cert
}

func TestTLS(t *testing.T) {
	var client string
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client = ""
		if len(r.TLS.PeerCertificates) > 0 {
			client = r.TLS.PeerCertificates[0].Subject.CommonName
		}
	}))
	srv.TLS = &tls.Config{ClientAuth: tls.RequestClientCert}
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	defer srv.Close()
	dir := t.TempDir()
	ca := filepath.Join(dir, "ca.pem")
	os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600)
	sum := sha256.Sum256(srv.Certificate().RawSubjectPublicKeyInfo)
	pin := base64.StdEncoding.EncodeToString(sum[:])
	certFile, keyFile, _ := certificate(t, dir, "first")
	s, err := Load(tool.Server{URL: srv.URL}, lookup)
	if err != nil {
		t.Fatal(err)
	}
	get := func(o TLS) error {
		pool, err := New(s, Options{TLS: o})
		if err != nil {
			return err
		}
		defer pool.CloseIdleConnections()
		res, err := (&http.Client{Transport: pool}).Get(srv.URL)
		if err == nil {
			res.Body.Close()
		}
		return err
	}
	if err := get(TLS{}); err == nil {
		t.Error("an unknown authority is trusted")
	}
	if err := get(TLS{CAFile: ca}); err != nil || client != "" {
		t.Errorf("with the authority: %v, client %q", err, client)
	}
	if err := get(TLS{CAFile: ca, Pins: []string{pin}}); err != nil {
		t.Errorf("with the right pin: %v", err)
	}
	if err := get(TLS{CAFile: ca, Pins: []string{"other"}}); err == nil {
		t.Error("a wrong pin is accepted")
	}
	if err := get(TLS{CAFile: ca, ServerName: "example.com"}); err != nil { // a name of httptest's certificate
		t.Errorf("with the certificate's name: %v", err)
	}
	if err := get(TLS{CAFile: ca, ServerName: "other.example"}); err == nil {
		t.Error("another name than the certificate's is accepted")
	}
	if err := get(TLS{CAFile: ca, MinVersion: tls.VersionTLS13}); err != nil {
		t.Errorf("with TLS 1.3: %v", err)
	}
	if err := get(TLS{CAFile: ca, CertFile: certFile, KeyFile: keyFile}); err != nil || client != "first" {
		t.Errorf("with a client certificate: %v, client %q", err, client)
	}
	source := &certSource{certFile: certFile, keyFile: keyFile}
	before, _ := source.get(nil)
	certificate(t, dir, "second")
	later := time.Now().Add(time.Minute)
	os.Chtimes(certFile, later, later)
	after, err := source.get(nil)
	if err != nil || string(before.Certificate[0]) == string(after.Certificate[0]) {
		t.Errorf("a rotated certificate is not read again: %v", err)
	}
}

func TestLeastTLSVersion(t *testing.T) {
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.TLS = &tls.Config{MaxVersion: tls.VersionTLS12}
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	defer srv.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600)
	s, err := Load(tool.Server{URL: srv.URL}, lookup)
	if err != nil {
		t.Fatal(err)
	}
	for least, spoken := range map[uint16]bool{0: true, tls.VersionTLS10: true, tls.VersionTLS12: true, tls.VersionTLS13: false} {
		pool, err := New(s, Options{TLS: TLS{CAFile: ca, MinVersion: least}})
		if err != nil {
			t.Fatal(err)
		}
		res, err := (&http.Client{Transport: pool}).Get(srv.URL)
		if (err == nil) != spoken {
			t.Errorf("least version %#x with a server of TLS 1.2: %v", least, err)
		}
		if err == nil {
			res.Body.Close()
		}
		pool.CloseIdleConnections()
	}
}
