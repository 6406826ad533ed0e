package transport

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"syscall"

	"code.dny.dev/ssrf"
)

// ErrBlocked is the reason why a connection is not made: the address is of a
// class that the server may not be at.
var ErrBlocked = errors.New("destination is not allowed")

// Control judges an address that is about to be dialled; it has the type of
// net.Dialer.Control, which sees every resolved address.
type Control func(network, address string, conn syscall.RawConn) error

// Guard gives the control for a server: its port and nothing else, addresses of
// its class and nothing else, and where its host is an address, that one alone.
func Guard(s *Server) Control {
	port, _ := strconv.ParseUint(s.Port, 10, 16)
	public := ssrf.New(ssrf.WithPorts(uint16(port)))
	return func(network, address string, conn syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || network != "tcp4" && network != "tcp6" {
			return fmt.Errorf("%w: %s %s", ErrBlocked, network, address)
		}
		addr := at.Addr().Unmap()
		ok := at.Port() == uint16(port) && (!s.Addr.IsValid() || addr == s.Addr)
		switch s.Network {
		case Loopback:
			ok = ok && addr.IsLoopback()
		case Private:
			ok = ok && privateAddr(addr)
		default:
			ok = ok && public.Safe(network, address, conn) == nil
		}
		if !ok {
			return fmt.Errorf("%w: %s is no %s address on port %s", ErrBlocked, addr, s.Network, s.Port)
		}
		return nil
	}
}

// privateAddr reports whether addr is of a network that is used inside an
// organisation: RFC 1918, RFC 4193, and the shared space of RFC 6598.
func privateAddr(addr netip.Addr) bool {
	shared := netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64}), 10)
	return addr.IsPrivate() || shared.Contains(addr)
}
