package engine

// Layout says where in a state's bytes its parts lie.
type Layout struct {
	Size int
	Set  int // … of a set of places, or of lines

	// Single bytes of the head; Active alone has two, the lower first.
	To, Stage, Over, Winner, Owner, Next, NextStage, Played, Active, Fixed, InThrow, Handed, LeftN, ThrowN int

	Throws, MaxThrows int // the throws remembered, oldest first

	Left, MaxLeft int // the agenda: from Left, at most MaxLeft bytes
	Stores        int // by player and store, two bytes each
	Scores        int // by player, four bytes each
	Men           int // by owner, marks and place, one byte each: players, and nobody where men are nobody's
}

// Layout of the head of a state; what follows is laid out by Seal.
const (
	hTo        = iota // player to move
	hStage            // stage of the turn; NoStage when none fits
	hOver             // 0 in play; otherwise 1 + index of the End, or OverStuck
	hWinner           // 1 + winner; 0 for none
	hOwner            // whose turn it is (differs from hTo while another plays the rest)
	hNext             // 1 + player who has the next turn by a rule; 0 for the next in order
	hNextStage        // 1 + stage of the next turn by a rule
	hPlayed           // parts of this throw played
	hActive           // 1 + place of the man that must go on, in two bytes
	_
	hFixed   // 1 when only the first part may be played
	hInThrow // 1 while a throw, or an agenda, is being played
	hHanded  // 1 while another player plays the rest
	hLeftN   // how many parts are left
	hThrowN  // how many throws are remembered
	hThrows  // the throws, oldest first: maxThrows bytes
)

const (
	maxThrows = 8
	hLeft     = hThrows + maxThrows

	NoStage   = 0xff // as hStage: nobody has a stage to play in
	OverStuck = 0xff // as hOver: no rule provides for the case
)
