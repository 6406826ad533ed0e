package review

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser is a headless Chromium, spoken to by pipe (Chrome DevTools Protocol).
type browser struct {
	t       *testing.T
	to      io.Writer
	from    *bufio.Reader
	session string
	id      int
}

// profile makes a folder for a browser. Its processes may still write there when
// the browser has ended, which a TempDir of the test would take for a failure.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "profile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Logf("the browser's folder stays: %v", err)
	})
	return dir
}

// open starts the browser that OATOOLS_CHROMIUM names on a file, and skips the
// test without one. The flags keep it from contacting anybody.
func open(t *testing.T, file string) *browser {
	t.Helper()
	path := os.Getenv("OATOOLS_CHROMIUM")
	if path == "" {
		t.Skip("OATOOLS_CHROMIUM names no browser")
	}
	// The browser reads commands from descriptor 3 and writes answers to 4.
	commandsOut, commands, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, answersIn, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-dev-shm-usage",
		"--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir="+profile(t), "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{commandsOut, answersIn}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	commandsOut.Close()
	answersIn.Close()
	b := &browser{t: t, to: commands, from: bufio.NewReaderSize(answers, 1<<20)}
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		commands.Close()
		_ = cmd.Wait() // however it ended
		answers.Close()
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "file://" + file}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for range 500 {
		if b.loaded() {
			return b
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the page does not load")
	return nil
}

func (b *browser) send(method string, params any) {
	b.id++
	message := map[string]any{"id": b.id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	if err != nil {
		b.t.Errorf("%s: %v", method, err)
	}
}

// ask sends a command and waits for its answer; events are passed over. The
// error is what the browser says.
func (b *browser) ask(method string, params any) (json.RawMessage, error) {
	b.t.Helper()
	b.send(method, params)
	for {
		text, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(text[:len(text)-1], &answer); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		switch {
		case answer.ID != b.id:
			continue
		case answer.Error != nil:
			return nil, errors.New(answer.Error.Message)
		}
		return answer.Result, nil
	}
}

// call sends a command that has to succeed.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	answer, err := b.ask(method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(answer, result)
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

// loaded reports whether the page is there. A new target shows an empty document
// first, which is complete, too, and which a script may lose under its feet.
func (b *browser) loaded() bool {
	b.t.Helper()
	answer, err := b.ask("Runtime.evaluate", map[string]any{"expression": `location.protocol === "file:" && document.readyState === "complete"`, "returnByValue": true})
	var out struct{ Result struct{ Value bool } }
	return err == nil && json.Unmarshal(answer, &out) == nil && out.Result.Value
}

// eval runs a script in the page.
func (b *browser) eval(script string, result any) {
	b.t.Helper()
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}, &out)
	if e := out.ExceptionDetails; e != nil {
		b.t.Fatalf("%s: %s %s", script, e.Text, e.Exception.Description)
	}
	if result != nil {
		if err := json.Unmarshal(out.Result.Value, result); err != nil {
			b.t.Fatalf("%s: %v", script, err)
		}
	}
}

// visible gives the names of the tools that are shown.
func (b *browser) visible() []string {
	b.t.Helper()
	var names []string
	b.eval(`Array.from(document.querySelectorAll("article")).filter(function (a) { return a.offsetHeight > 0; }).map(function (a) { return a.id; })`, &names)
	return names
}

func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	page, err := Page(*input(t))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, file)
	want := func(what string, names ...string) {
		t.Helper()
		got := b.visible()
		same := len(got) == len(names)
		for i := range names {
			same = same && got[i] == "tool-"+names[i]
		}
		if !same {
			t.Errorf("%s: shown are %v, want %v", what, got, names)
		}
	}
	if n := len(b.visible()); n != 7 {
		t.Errorf("%d tools are shown at first, want 7", n)
	}
	b.eval(`document.querySelector("input[value=EXPOSURE]").click()`, nil)
	want("exposure", "expense_search", "ledger_export")
	b.eval(`document.querySelector("input[value=BREAKING]").click()`, nil)
	want("exposure or breaking", "ask_manager", "expense_search", "ledger_export")
	b.eval(`var s = document.getElementById("audience"); s.value = "approver"; s.dispatchEvent(new Event("change", {bubbles: true}))`, nil)
	want("of these, the approver's", "ledger_export")
	var shown string
	b.eval(`document.getElementById("shown").textContent`, &shown)
	if shown != "1 of 7 tools" {
		t.Errorf("the page says %q", shown)
	}
	b.eval(`document.querySelector("input[value=EXPOSURE]").click(); document.querySelector("input[value=BREAKING]").click()`, nil)
	want("the approver's", "ledger_export", "ledger_reconcile")

	var requests int
	b.eval(`performance.getEntriesByType("resource").length`, &requests)
	if requests != 0 {
		t.Errorf("the page made %d requests", requests)
	}
	b.looks()
}

// looks holds that the page has a dark side and fits a phone.
func (b *browser) looks() {
	b.t.Helper()
	colour := func(scheme string) (c string) {
		b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
		b.eval(`getComputedStyle(document.body).backgroundColor`, &c)
		return c
	}
	if light, dark := colour("light"), colour("dark"); light == dark {
		b.t.Errorf("light and dark are both %s", light)
	}
	b.eval(`document.querySelectorAll("details").forEach(function (d) { d.open = true; })`, nil)
	b.eval(`var s = document.getElementById("audience"); s.value = ""; s.dispatchEvent(new Event("change", {bubbles: true}))`, nil)
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": true}, nil)
	var width int
	b.eval(`document.documentElement.scrollWidth`, &width)
	if width > 360 {
		b.t.Errorf("on a phone 360 wide the page is %d wide", width)
	}
}
