package main

import "syscall/js"

func main() {
	d := &desk{}
	js.Global().Set("lectio", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return string(d.line(nil)) // says what is wrong
		}
		return string(d.line([]byte(args[0].String())))
	}))
	select {} // the page goes on asking
}
