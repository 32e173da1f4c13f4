package rulesets

// Loaded is how many compiled modules are kept.
func Loaded() int {
	loaded.Lock()
	defer loaded.Unlock()
	return len(loaded.list)
}
