package config

import (
	"os"
	"path/filepath"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
	"github.com/oatools/oatools/runtime/folder"
)

// files reads the folder whose files may be sent.
func (p *parser) files(what string, n *node.Node) *folder.Folder {
	var root string
	var most int
	p.Object(value.Keys{"root": p.path(&root), "max": p.bytes(&most)})(what, n)
	p.Need(n, what, "root")
	if root == "" {
		return nil
	}
	if most > folder.Most {
		p.Diags.Errorf(n.Member("max").Pos(), "bad-value", "%s.max: a request holds at most %d MiB", what, folder.Most>>20)
	}
	f, err := folder.Open(root, most)
	if err != nil {
		p.Diags.Errorf(n.Get("root").Pos(), "file-unusable", "%s.root: %v", what, err)
	}
	return f
}

// apart makes sure that nothing private lies among the files that may be sent:
// neither the folder of secrets, nor the audit, nor this configuration.
func (p *parser) apart(root *node.Node, secretDir, auditFile string) {
	n := root.At("files", "root")
	if !n.Is(node.String) || n.Text() == "" {
		return
	}
	dir := n.Text()
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(p.dir, dir)
	}
	if secretDir != "" && below(secretDir, dir) {
		p.Diags.Errorf(n.Pos(), "conflict", "files.root holds the folder of secrets")
	}
	if auditFile != "" && below(auditFile, dir) {
		p.Diags.Errorf(n.Pos(), "conflict", "files.root holds the audit")
	}
	if below(p.file, dir) {
		p.Diags.Errorf(n.Pos(), "conflict", "files.root holds this configuration")
		p.Diags.Hint("name a folder that holds nothing but files to be sent")
	}
}

// below reports whether path is dir or lies in it, whatever links lead there.
func below(path, dir string) bool {
	root, err := os.Stat(dir)
	if err != nil {
		return false
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	for {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, root) {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}
