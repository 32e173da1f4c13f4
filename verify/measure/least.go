package measure

// The least samples. With ten games, what happens in a quarter of all games is
// missed once in eighteen samples.
const (
	LeastGames     = 10
	LeastPositions = 100
	LeastDecisions = 50
)
