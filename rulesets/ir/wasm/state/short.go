package state

import "github.com/lectio/lectio/rulesets/ir/wasm/asm"

// Operands stand in every line: here they have short names.
type (
	num  = asm.Num
	word = asm.Word
	set  = asm.Set
)

func lit(v int) num      { return asm.Lit(v) }
func wlit(v uint64) word { return asm.LitW(v) }
