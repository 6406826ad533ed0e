package keyword

import "testing"

func TestVisible(t *testing.T) {
	clean, removed := Visible("Pay\U000E0049 \u202Eevil\u202C zero\u200Bwidth 支払い مرحبا 🙂\r\n")
	if clean != "Pay evil zerowidth 支払い مرحبا 🙂\n" || CodePoints(removed) != "U+200B U+202C U+202E U+E0049" {
		t.Errorf("Visible = %q, %s", clean, CodePoints(removed))
	}
}
