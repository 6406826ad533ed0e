package credential

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// assertion makes a signed client assertion: RFC 7523 §2.2, as OpenID Connect's
// private_key_jwt. It lives for a minute and is used once.
func assertion(key Secret, client, audience string, now time.Time) (string, error) {
	signer, err := privateKey(key)
	if err != nil {
		return "", err
	}
	method, err := signing(signer)
	if err != nil {
		return "", err
	}
	return jwt.NewWithClaims(method, jwt.MapClaims{
		"iss": client, "sub": client, "aud": audience,
		"iat": now.Unix(), "exp": now.Add(time.Minute).Unix(), "jti": rand.Text(),
	}).SignedString(signer)
}

func privateKey(key Secret) (crypto.Signer, error) {
	block, _ := pem.Decode([]byte(key.Reveal()))
	if block == nil {
		return nil, errors.New("is not a private key in PEM form")
	}
	if k, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		if s, ok := k.(crypto.Signer); ok {
			return s, nil
		}
	}
	if k, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return k, nil
	}
	if k, err := x509.ParseECPrivateKey(block.Bytes); err == nil {
		return k, nil
	}
	return nil, errors.New("is not a private key that can be read")
}

func signing(key crypto.Signer) (jwt.SigningMethod, error) {
	switch k := key.(type) {
	case *rsa.PrivateKey:
		return jwt.SigningMethodRS256, nil
	case ed25519.PrivateKey:
		return jwt.SigningMethodEdDSA, nil
	case *ecdsa.PrivateKey:
		switch k.Curve.Params().BitSize {
		case 256:
			return jwt.SigningMethodES256, nil
		case 384:
			return jwt.SigningMethodES384, nil
		case 521:
			return jwt.SigningMethodES512, nil
		}
	}
	return nil, errors.New("is a key of a kind that cannot sign here")
}
