package wire

import (
	"time"

	"github.com/oatools/oatools/compile/tool"
)

// Within gives how long all attempts of a step may take together: what its tool
// says, 45 s where it says nothing, and never more than the operator permits.
func (c *Client) Within(s *tool.Step, retry *tool.Retry) time.Duration {
	most := time.Duration(0)
	if p, err := c.plan(s); err == nil {
		most = p.upstream.total
	}
	return together(retry, most)
}

// together gives the time of all attempts; a cap of 0 is none.
func together(retry *tool.Retry, most time.Duration) time.Duration {
	within := overall
	if retry != nil && retry.Within > 0 {
		within = retry.Within.Std()
	}
	return capped(within, most)
}
