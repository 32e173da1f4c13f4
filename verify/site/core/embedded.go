//go:build core

package core

import _ "embed"

//go:embed core.js
var inside []byte
