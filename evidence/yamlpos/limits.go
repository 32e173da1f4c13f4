package yamlpos

// How much is read, of anything. Nothing a person writes comes near these
// limits; without them a hostile file could take all memory, all time or the
// stack of every walker. Whoever meets one says it, and the way round.
const (
	// MaxFile is how many bytes a file of a corpus may have: a record, a
	// ruleset, a list of sources. Longer lists of sources are cut into several
	// files.
	MaxFile = 16 << 20
	// MaxLine is how many bytes a line of such a file may have. A list of some
	// thousand sources that a program wrote on one line fits.
	MaxLine = 1 << 20
	// MaxDepth is how deep maps and lists may be nested.
	MaxDepth = 100
	// MaxFiles is how many files a folder of a corpus may have.
	MaxFiles = 100_000
)
